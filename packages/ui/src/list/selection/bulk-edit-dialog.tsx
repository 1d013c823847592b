import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { Form, useNotify } from 'react-admin';
import { FieldInput } from '../../form/field-input.tsx';
import { FirstInput } from '../../form/first-input.tsx';
import { formErrors } from '../../form/form-errors.ts';
import { formName } from '../../inputs/form-names.ts';
import { KeptBesideForm, useKeptInput } from '../../form/kept-input.tsx';
import { focusWhenShown } from '../../layout/focus.ts';
import { useSaveByKey } from '../../layout/save-by-key.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useSelection } from '../../actions/selection-context.ts';
import { useSelectedRows } from './selected-keys.ts';
import { demandsReason, useReason } from '../../undo/reason.tsx';
import { tried } from '../../undo/tried.ts';
import { BulkEditPreview, type ShownChange } from './bulk-edit-preview.tsx';
import { t } from '../../texts/text.ts';

interface BulkEditDialogProps {
  readonly fields: readonly FieldSchema[];
  readonly onClose: () => void;
}

/** Asks for a field, and for the value that all selected rows get. What that changes is shown before it is written. */
export function BulkEditDialog({ fields, onClose }: BulkEditDialogProps) {
  const titleId = useId();
  const guard = useKeptInput(onClose);
  const saveByKey = useSaveByKey();
  const { client } = useService();
  const { schema } = useSelection();
  const { count, isExact, keys } = useSelectedRows();
  const [chosen, setChosen] = useState('');
  const [emptied, setEmptied] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const [shown, setShown] = useState<ShownChange | null>(null);
  const reason = useReason(demandsReason(schema, 'update'));
  const notify = useNotify();
  const field = fields.find(({ name }) => name === chosen);
  const isEmptied = emptied === chosen;

  async function look(of: FieldSchema, value: unknown): Promise<Record<string, unknown> | undefined> {
    try {
      const first = await tried(client.model(schema.model).preview.updateMany(await keys(), { [of.name]: value }, reason.ofTrial));
      setShown({ field: of, value, first });
      return undefined;
    } catch (error) {
      const errors = formErrors(error, new Set([formName(of.name)]));
      if (!errors) notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
      return errors;
    }
  }

  async function submit(values: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    if (!field || isRunning) return undefined;
    const value = isEmptied ? null : valueOf(asked(field), values[formName(field.name)]);
    if (value === undefined)
      return { [formName(field.name)]: canBeEmpty(field) ? t('Fill it in, or tick that it is to be empty.') : t('Required') };
    setRunning(true);
    const errors = await look(field, value);
    setRunning(false);
    return errors;
  }

  return (
    <Dialog open {...guard.ofWindow} onKeyDown={saveByKey} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('Edit %{rows}', { rows: rowsText(schema, count, isExact) })}</DialogTitle>
      {shown && <BulkEditPreview {...shown} reason={reason} onBack={() => setShown(null)} onClose={onClose} />}
      {/* What was entered is still there when the person comes back. */}
      <Box sx={{ display: shown ? 'none' : 'contents' }}>
        <Form onSubmit={submit} noValidate disableInvalidFormNotification>
          <DialogContent>
            <FieldSelect fields={fields} chosen={chosen} onChoose={setChosen} />
            {field && !isEmptied && <ValueInput key={field.name} field={field} />}
            {field && canBeEmpty(field) && (
              <FormControlLabel
                label={t('No %{field}', { field: field.verbose_name })}
                control={<Checkbox checked={isEmptied} onChange={(_event, isTicked) => setEmptied(isTicked ? chosen : undefined)} />}
              />
            )}
            <KeptBesideForm kept={guard} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" variant="contained" disabled={!field || isRunning}>
              {t('Show what changes')}
            </Button>
          </DialogActions>
        </Form>
      </Box>
    </Dialog>
  );
}

function ValueInput({ field }: { readonly field: FieldSchema }) {
  return (
    <Box>
      <FieldInput field={asked(field)} />
      <FirstInput isOnly />
    </Box>
  );
}

interface FieldSelectProps {
  readonly fields: readonly FieldSchema[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function FieldSelect({ fields, chosen, onChoose }: FieldSelectProps) {
  return (
    <TextField
      select
      fullWidth
      label={t('Field')}
      value={chosen}
      inputRef={focusWhenShown}
      onChange={(event) => onChoose(event.target.value)}
    >
      {fields.map((field) => (
        <MenuItem key={field.name} value={field.name}>
          {labelOf(field)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The field, empty until a value is entered: a switch would look as if “No” was chosen. */
function asked(field: FieldSchema): FieldSchema {
  return { ...field, required: false, null: field.null || kindOf(field).isSwitch === true };
}

function canBeEmpty(field: FieldSchema): boolean {
  return field.null || kindOf(field).canBeEmptied === true;
}

/** The value entered; undefined where none was. */
function valueOf(field: FieldSchema, value: unknown): unknown {
  const filled = value ?? kindOf(field).initial?.(field) ?? '';
  return filled === '' || (Array.isArray(filled) && filled.length === 0) ? undefined : filled;
}
