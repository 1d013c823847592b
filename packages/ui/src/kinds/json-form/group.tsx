import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { t } from '../../texts/text.ts';
import type { PartProps } from './part-props.ts';

interface GroupProps extends Pick<PartProps, 'part' | 'label' | 'isRequired' | 'isLabelHidden'> {
  readonly onRemove?: () => void;
  readonly children: ReactNode;
}

/** Inputs that belong together, with their name. */
export function Group({ part, label, isLabelHidden = false, isRequired, onRemove, children }: GroupProps) {
  if (isLabelHidden) return <Box sx={{ minWidth: 0 }}>{children}</Box>;
  return (
    <Box component="fieldset" sx={group}>
      <Box component="legend" sx={legend}>
        <bdi>{label}</bdi>
        {isRequired && !part.isNullable && <span aria-hidden> *</span>}
        {onRemove && (
          <IconButton size="small" aria-label={t('Remove %{name}', { name: label })} onClick={onRemove} sx={{ p: '2px' }}>
            <CloseIcon sx={{ fontSize: 15 }} />
          </IconButton>
        )}
      </Box>
      {part.help !== undefined && (
        <FormHelperText sx={{ mt: 0 }}>
          <bdi>{part.help}</bdi>
        </FormHelperText>
      )}
      {children}
    </Box>
  );
}

const group = {
  minWidth: 0,
  m: 0,
  mt: 1,
  p: '2px 12px 8px',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
} as const;

const legend = { display: 'flex', alignItems: 'center', gap: '2px', px: '4px', fontSize: 12.5, fontWeight: 550 } as const;
