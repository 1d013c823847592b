import type { FieldSchema } from '@grimoire/protocol';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Form, useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { FieldInput } from '../form/field-input.tsx';
import { formName } from '../form/form-names.ts';
import { formErrors } from '../form/form-errors.ts';
import { messageOf } from '../layout/trouble.tsx';
import { labelOf } from '../schema/use-schema.ts';
import { dataProvider } from '../service.ts';
import { numbers } from './count-text.ts';
import { useSelection } from './selection-context.ts';
import { useSelectedRows } from './selected-keys.ts';

/** Changes one field of every selected row alike. */
export function BulkEdit() {
  const [isOpen, setOpen] = useState(false);
  const { schema } = useSelection();
  // A unique value can't be many rows'.
  const fields = schema.fields.filter(({ name, editable, unique }) => editable && !unique && name !== schema.pk_field);
  if (fields.length === 0) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && <BulkEditDialog fields={fields} onClose={() => setOpen(false)} />}
    </>
  );
}

interface BulkEditDialogProps {
  readonly fields: readonly FieldSchema[];
  readonly onClose: () => void;
}

function BulkEditDialog({ fields, onClose }: BulkEditDialogProps) {
  const { schema } = useSelection();
  const { count, keys } = useSelectedRows();
  const [chosen, setChosen] = useState('');
  const notify = useNotify();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);
  const field = fields.find(({ name }) => name === chosen);
  const rows = `${numbers.format(count)} ${count === 1 ? schema.verbose_name : schema.verbose_name_plural}`;

  async function save(values: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    if (!field) return undefined;
    try {
      await dataProvider.updateMany(schema.model, {
        ids: [...(await keys())],
        data: { [field.name]: values[formName(field.name)] ?? null },
      });
    } catch (error) {
      const errors = formErrors(error, new Set([field.name]));
      if (errors) return errors;
      notify(messageOf(error), { type: 'error' });
      return undefined;
    }
    notify(`${rows}: ${field.verbose_name} is changed.`, { type: 'success' });
    onClose();
    unselect();
    refresh();
    return undefined;
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="bulk-edit-title">
      <Form onSubmit={save} sanitizeEmptyValues={false}>
        <DialogTitle id="bulk-edit-title">{`Edit ${rows}`}</DialogTitle>
        <DialogContent>
          <TextField select fullWidth label="Field" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {fields.map((one) => (
              <MenuItem key={one.name} value={one.name}>
                {labelOf(one)}
              </MenuItem>
            ))}
          </TextField>
          {field && <FieldInput key={field.name} field={field} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!field}>{`Change ${rows}`}</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
