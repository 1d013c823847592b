import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { Cell } from '../cells/cell.tsx';
import { labelOf } from '../schema/use-schema.ts';
import type { RowValues } from './save-row.ts';

interface ConflictDialogProps {
  readonly schema: ModelSchema;
  /** The row as both began with it. */
  readonly base: ServedRecord;
  readonly mine: RowValues;
  /** The row as it is now. */
  readonly theirs: ServedRecord;
  readonly onClose: () => void;
  readonly onSave: (values: RowValues) => Promise<void>;
}

/** Both versions of a row, side by side; of each field that differs one is chosen. */
export function ConflictDialog({ schema, base, mine, theirs, onClose, onSave }: ConflictDialogProps) {
  const differing = schema.fields.filter(({ name, editable }) => editable && !isSame(mine[name], theirs[name]));
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  // What only the other one changed is theirs by itself.
  const choiceOf = ({ name }: FieldSchema): 'mine' | 'theirs' => chosen[name] ?? (isSame(mine[name], base[name]) ? 'theirs' : 'mine');
  const merged = (): RowValues => {
    const values = differing.filter((field) => choiceOf(field) === 'mine').map(({ name }) => [name, mine[name]] as const);
    return { ...theirs, ...Object.fromEntries(values), ...(mine._inlines ? { _inlines: mine._inlines } : {}) };
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">Somebody else changed this row meanwhile</DialogTitle>
      <DialogContent>
        <DialogContentText>Choose what is to be saved. Nothing is written until then.</DialogContentText>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Field</TableCell>
              <TableCell>Yours</TableCell>
              <TableCell>Theirs</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {differing.map((field) => (
              <TableRow key={field.name}>
                <TableCell component="th" scope="row">
                  {labelOf(field)}
                </TableCell>
                {(['mine', 'theirs'] as const).map((whose) => (
                  <TableCell key={whose}>
                    <FormControlLabel
                      control={
                        <Radio
                          checked={choiceOf(field) === whose}
                          onChange={() => setChosen({ ...chosen, [field.name]: whose })}
                          slotProps={{ input: { 'aria-label': `${labelOf(field)}: ${whose === 'mine' ? 'yours' : 'theirs'}` } }}
                        />
                      }
                      label={<Version field={field} values={whose === 'mine' ? mine : theirs} base={base} />}
                    />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Go back to editing</Button>
        <Button variant="contained" onClick={() => void onSave(merged())}>
          Save what I chose
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface VersionProps {
  readonly field: FieldSchema;
  readonly values: Readonly<Record<string, unknown>>;
  readonly base: ServedRecord;
}

/** A value; its label and its words are only those of the value that they came with. */
function Version({ field, values, base }: VersionProps) {
  const { name, choices = [] } = field;
  const value = values[name];
  const display = choices.find(([choice]) => String(choice) === String(value))?.[1];
  const isOld = isSame(value, base[name]);
  const helpers = {
    [`${name}_label`]: isOld ? base[`${name}_label`] : values['_etag'] === base._etag ? undefined : values[`${name}_label`],
  };
  const record = { id: base.id, [name]: value, [`${name}_display`]: display, ...helpers } as RaRecord;
  return <Cell field={field} record={record} isWhole />;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
