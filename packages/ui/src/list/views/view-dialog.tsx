import type { NewSavedView, SavedView, SavedViews, ViewSharingInput } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { KeptBeside, useKeptInput } from '../../form/kept-input.tsx';
import { focusWhenShown } from '../../layout/focus.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { t } from '../../texts/text.ts';

/** What the dialog asks for. */
export type ViewSettings = Required<Pick<NewSavedView, 'name' | 'sharing' | 'is_default'>>;

interface ViewDialogProps {
  readonly title: string;
  /** The view that is changed; undefined for a new one. */
  readonly view: SavedView | undefined;
  readonly mayShare: SavedViews['may_share'];
  readonly onClose: () => void;
  /** Rejects with what is to be said if the view can not be saved so. */
  readonly onSave: (settings: ViewSettings) => Promise<void>;
}

/** With whom a view is shared, as the value of an option. */
function optionOf(view: SavedView | undefined): string {
  const sharing = view?.sharing ?? { kind: 'own' as const };
  return sharing.kind === 'group' ? `group ${sharing.group.value}` : sharing.kind;
}

function sharingOf(option: string): ViewSharingInput {
  const [kind, group] = option.split(' ');
  if (kind === 'group') return { kind, group: Number(group) };
  return { kind: kind === 'all' ? 'all' : 'own' };
}

interface Entered {
  readonly name: string;
  readonly option: string;
  readonly isDefault: boolean;
}

function isChanged(view: SavedView | undefined, { name, option, isDefault }: Entered): boolean {
  return name !== (view?.name ?? '') || option !== optionOf(view) || isDefault !== (view?.is_default ?? false);
}

/** Asks for the name of a view, and with whom it is shared. */
export function ViewDialog({ title, view, mayShare, onClose, onSave }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [option, setOption] = useState(optionOf(view));
  const [isDefault, setDefault] = useState(view?.is_default ?? false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const titleId = useId();
  const guard = useKeptInput(onClose);
  const isShared = option !== 'own';
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    try {
      await onSave({ name: name.trim(), sharing: sharingOf(option), is_default: isShared && isDefault });
    } catch (error) {
      setTrouble(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog open {...guard.ofWindow} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          {trouble !== null && <Alert severity="error">{trouble}</Alert>}
          <TextField
            label={t('Name')}
            value={name}
            required
            inputRef={focusWhenShown}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 150 } }}
          />
          {mayShare && (
            <TextField
              select
              label={t('Who uses it')}
              value={option}
              onChange={(event) => setOption(event.target.value)}
              slotProps={{ select: { native: true } }}
            >
              {(view?.is_own ?? true) && <option value="own">{t('Only I')}</option>}
              <option value="all">{t('All staff')}</option>
              {mayShare.groups.map(({ value, label }) => (
                <option key={value} value={`group ${value}`}>
                  {t('The group %{label}', { label })}
                </option>
              ))}
            </TextField>
          )}
          {mayShare && isShared && (
            <FormControlLabel
              control={<Checkbox checked={isDefault} onChange={(_, isOn) => setDefault(isOn)} />}
              label={t('Their list opens with this view')}
            />
          )}
          <KeptBeside kept={guard} isEntered={isChanged(view, { name, option, isDefault })} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isBusy || name.trim() === ''}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
