import Box from '@mui/material/Box';
import { useFormState } from 'react-hook-form';

interface NotSavedProps {
  /** What is said where only inputs have messages; nothing by default. */
  readonly ofInputs?: string;
}

/** Within a form, beside its buttons: why it was not saved when that was last tried. */
export function NotSaved({ ofInputs }: NotSavedProps) {
  const { errors, submitCount } = useFormState();
  const text = errors.root?.['serverError']?.message ?? (Object.keys(errors).length > 0 ? ofInputs : undefined);
  if (text === undefined) return null;
  return (
    // Each attempt has an element of its own, which a screen reader says again.
    <Box key={submitCount} role="alert" sx={{ color: 'error.main', minWidth: 0, overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  );
}
