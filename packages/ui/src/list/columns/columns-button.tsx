import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import PinnedIcon from '@mui/icons-material/PushPin';
import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { labelOf } from '../../schema/use-schema.ts';
import { useColumnActions } from './column-actions.ts';
import { useColumnChoice } from './column-choice.ts';
import { useLook } from './column-look.ts';
import { ToolButton } from '../tools/tool-button.tsx';
import { t } from '../../texts/text.ts';

/** Chooses the columns of a list, their order, which of them stay in sight, and the height of its rows. */
export function ColumnsButton({ schema }: { readonly schema: ModelSchema }) {
  return (
    <ToolButton name="Columns" icon={<ColumnsIcon />} width={330}>
      <Choice schema={schema} />
    </ToolButton>
  );
}

function Choice({ schema }: { readonly schema: ModelSchema }) {
  const { offered, shown, choose } = useColumnChoice(schema);
  const { density, setDensity } = useLook(schema);
  const { toggle, isPinned, pin, reset } = useColumnActions(schema);
  const order = offered.map(({ name }) => name);
  const pins = offered.filter(isPinned).length;
  const move = (from: number, to: number): void => {
    const next = order.toSpliced(from, 1).toSpliced(to, 0, order[from] ?? '');
    choose({ order: next, shown: next.filter((name) => shown.has(name)) });
  };
  return (
    <>
      {offered.map((field, index) => (
        <Box key={field.name} sx={line}>
          <FormControlLabel
            sx={{ flex: 1, minWidth: 0, m: 0, fontSize: 13.5 }}
            control={<Checkbox checked={shown.has(field.name)} onChange={() => toggle(field)} />}
            label={labelOf(field)}
          />
          <IconButton
            size="small"
            title={isPinned(field) ? t('Unpin') : t('Pin to the left')}
            aria-label={t('Pin %{field} to the left', { field: labelOf(field) })}
            aria-pressed={isPinned(field)}
            color={isPinned(field) ? 'primary' : 'default'}
            onClick={() => pin(field)}
          >
            {isPinned(field) ? <PinnedIcon fontSize="small" /> : <PinIcon fontSize="small" />}
          </IconButton>
          <MoveButton
            name={t('Move %{field} up', { field: labelOf(field) })}
            icon={<UpIcon fontSize="small" />}
            isAtEnd={index === 0 || index === pins}
            move={() => move(index, index - 1)}
          />
          <MoveButton
            name={t('Move %{field} down', { field: labelOf(field) })}
            icon={<DownIcon fontSize="small" />}
            isAtEnd={index === offered.length - 1 || index === pins - 1}
            move={() => move(index, index + 1)}
          />
        </Box>
      ))}
      <Box sx={{ display: 'flex', mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
        <Button size="small" aria-pressed={density === 'dense'} onClick={() => setDensity(density === 'dense' ? 'normal' : 'dense')}>
          {density === 'dense' ? t('Higher rows') : t('Lower rows')}
        </Button>
        <Button size="small" sx={{ ml: 'auto' }} onClick={reset}>
          {t('Reset')}
        </Button>
      </Box>
    </>
  );
}

interface MoveButtonProps {
  readonly name: string;
  readonly icon: ReactNode;
  /** Whether the column can not be moved further. */
  readonly isAtEnd: boolean;
  readonly move: () => void;
}

/** Moves a column by a place. At the end it is not `disabled`, which would take the focus from it: the window would not hear its keys. */
function MoveButton({ name, icon, isAtEnd, move }: MoveButtonProps) {
  return (
    <IconButton size="small" aria-label={name} aria-disabled={isAtEnd} onClick={isAtEnd ? undefined : move}>
      {icon}
    </IconButton>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  '& .MuiIconButton-root': { opacity: 0.55 },
  '& [aria-pressed=true]': { opacity: 1 },
  '& [aria-disabled=true]': { opacity: 0.25, cursor: 'default' },
} as const;
