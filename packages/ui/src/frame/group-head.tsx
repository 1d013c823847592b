import FoldedIcon from '@mui/icons-material/ChevronRight';
import UnfoldedIcon from '@mui/icons-material/ExpandMore';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { numbers } from '../texts/count-text.ts';
import { capitalized } from '../schema/use-schema.ts';

interface GroupHeadProps {
  readonly name: string;
  /** The number of its models. */
  readonly count: number;
  readonly isFolded: boolean;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** In a menu of links, a heading is a button. */
const asButton = { component: 'div', role: 'button' } as const;

/** The heading of a menu group, which folds and unfolds it. */
export function GroupHead({ name, count, isFolded, isShown, onToggle }: GroupHeadProps) {
  return (
    <MenuItem
      dense
      {...asButton}
      tabIndex={-1}
      aria-expanded={!isFolded}
      onClick={onToggle}
      sx={{ display: isShown ? 'flex' : 'none', mx: '10px', mt: 0.5, color: 'text.secondary' }}
    >
      {isFolded ? <FoldedIcon className="directional" fontSize="small" /> : <UnfoldedIcon fontSize="small" />}
      <Typography variant="body2" noWrap sx={{ flex: 1, fontWeight: 600, ml: 0.5 }} title={name}>
        {capitalized(name)}
      </Typography>
      <Typography variant="body2">{numbers.format(count)}</Typography>
    </MenuItem>
  );
}
