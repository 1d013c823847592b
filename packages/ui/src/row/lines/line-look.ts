/** A line of an inline, with what is at its ends. */
export const frame = {
  display: 'flex',
  gap: 1,
  alignItems: 'flex-start',
  m: 0,
  px: 0,
  py: 0.5,
  border: 0,
  borderBottom: 1,
  borderColor: 'divider',
  minWidth: 0,
} as const;

/** On a narrow screen the handle is below the button that removes the line: the inputs have the width. */
export const withHandle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 32px', md: '32px minmax(0, 1fr) 32px' },
  gridTemplateRows: { xs: 'auto 1fr', md: 'auto' },
  gridTemplateAreas: { xs: "'fields remove' 'fields move'", md: "'move fields remove'" },
} as const;

/** The inputs of a line. */
export const grid = {
  gridArea: 'fields',
  display: 'grid',
  flex: 1,
  minWidth: 0,
  gap: '0 8px',
  alignItems: 'start',
  '& .MuiFormControl-root, & .MuiAutocomplete-root': { minWidth: 0 },
  '& .MuiFormControl-root': { my: { md: '2px' } },
  // The heads have the labels and their help; screen readers still read them at each input.
  '& .MuiInputLabel-root, & .RaLabeled-label, & .MuiFormControlLabel-label, & .MuiFormHelperText-root:not(.Mui-error)': {
    position: { md: 'absolute' },
    width: { md: '1px' },
    height: { md: '1px' },
    overflow: { md: 'hidden' },
    clipPath: { md: 'inset(50%)' },
    whiteSpace: { md: 'nowrap' },
  },
  // There is no line of a label to stand in: they are shown below the picker that is used.
  '& .picker-tools': { display: { md: 'none' } },
  '& :hover > .picker-tools, & :focus-within > .picker-tools': {
    display: { md: 'flex' },
    top: { md: 'calc(100% - 4px)' },
    bgcolor: { md: 'background.paper' },
    border: { md: 1 },
    borderColor: { md: 'divider' },
    borderRadius: '6px',
  },
} as const;
