import { isSame, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
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
import { useState, useId } from 'react';
import { Cell } from '../kinds/cell.tsx';
import { textOf } from '../cells/value-text.ts';
import { labelOf } from '../schema/use-schema.ts';
import {
  changedElsewhere,
  fieldsToChoose,
  mergedValues,
  ownChanges,
  presetOf,
  type Values,
  type Versions,
  type Whose,
} from './conflict.ts';
import { listText, t } from '../texts/text.ts';

interface ConflictDialogProps {
  readonly schema: ModelSchema;
  /** The row from which both changes started. */
  readonly base: ServedRecord;
  readonly mine: Values;
  /** The current row. */
  readonly theirs: ServedRecord;
  /** The name of the row, where the page has several. */
  readonly rowName?: string;
  readonly onClose: () => void;
  /** @returns why it was not saved; undefined if it was. */
  readonly onSave: (values: Values) => Promise<string | undefined>;
}

/** Both versions of a row, side by side. The user chooses one for each field that the other one changed; those that only the user changed are saved too. */
export function ConflictDialog({ schema, base, mine, theirs, rowName, onClose, onSave }: ConflictDialogProps) {
  const titleId = useId();
  const now = rowOf(theirs);
  const before = rowOf(base);
  const versions: Versions = { schema, before, mine, now };
  const differing = fieldsToChoose(versions);
  const hasOthers = differing.length > 0 && ownChanges(versions).length > differing.length;
  const [chosen, setChosen] = useState<Readonly<Record<string, Whose>>>({});
  const whoseOf = (name: string): Whose => chosen[name] ?? presetOf(versions, name);
  const choose = (name: string, whose: Whose): void => setChosen({ ...chosen, [name]: whose });
  const [isRunning, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const save = async (): Promise<void> => {
    setRunning(true);
    setTrouble(await onSave(mergedValues(versions, whoseOf)));
    setRunning(false);
  };
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {rowName === undefined
          ? t('This row has been changed since you opened it')
          : t('%{row} has been changed since you read it', { row: rowName })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          {sentenceOf(differing.length, changedElsewhere(versions))}
          {hasOthers && ` ${t('What only you have changed is saved as well.')}`}
        </DialogContentText>
        {differing.length > 0 && <Choices versions={versions} fields={differing} whoseOf={whoseOf} onChoose={choose} />}
        {trouble !== undefined && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {trouble}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>
          {t('Go back to editing')}
        </Button>
        <Button variant="contained" disabled={isRunning} onClick={() => void save()}>
          {differing.length > 0 ? t('Save what I chose') : t('Save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChoicesProps {
  readonly versions: Versions;
  readonly fields: readonly FieldSchema[];
  readonly whoseOf: (name: string) => Whose;
  readonly onChoose: (name: string, whose: Whose) => void;
}

/** The fields to choose of, with both versions of each. */
function Choices({ versions: { before, mine, now }, fields, whoseOf, onChoose }: ChoicesProps) {
  return (
    <Table size="small" sx={versionsTable}>
      <TableHead>
        <TableRow>
          <TableCell>{t('Field')}</TableCell>
          <TableCell>{t('Yours')}</TableCell>
          <TableCell>{t('Theirs')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map((field) => (
          <TableRow key={field.name}>
            <TableCell component="th" scope="row">
              {labelOf(field)}
            </TableCell>
            {(['mine', 'theirs'] as const).map((whose) => (
              <TableCell key={whose}>
                <FormControlLabel
                  control={
                    <Radio
                      checked={whoseOf(field.name) === whose}
                      onChange={() => onChoose(field.name, whose)}
                      slotProps={{
                        input: {
                          'aria-label':
                            whose === 'mine'
                              ? t('%{field}: yours', { field: labelOf(field) })
                              : t('%{field}: theirs', { field: labelOf(field) }),
                        },
                      }}
                    />
                  }
                  label={<Version field={field} value={whose === 'mine' ? mine[field.name] : now[field.name]} known={[before, now]} />}
                />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** On a narrow screen the name of a field stands above its two versions. */
const versionsTable = {
  '& tr': { display: { xs: 'grid', sm: 'table-row' }, gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '& thead th:first-of-type': { display: { xs: 'none', sm: 'table-cell' } },
  '& tbody th': { gridColumn: '1 / -1', borderBottomWidth: { xs: 0, sm: 1 } },
  mt: 1.5,
  '& :is(td, th):first-of-type': { pl: 0 },
  '& :is(td, th)': { pr: { xs: 0.5, sm: 2 }, pl: { xs: 0, sm: 2 } },
  '& td': { overflowWrap: 'anywhere' },
  '& .MuiFormControlLabel-root': { mr: 0 },
} as const;

/** The instruction to the user; where no choice is needed, the list of fields that have changed. */
function sentenceOf(differing: number, elsewhere: readonly FieldSchema[]): string {
  if (differing > 0) return t('Choose what is to be saved. Nothing is written until then.');
  if (elsewhere.length === 0) return t('Your changes do not conflict with it. Save your changes, or go back and check.');
  const fields = listText(
    elsewhere.map((field) => labelOf(field)),
    'comma',
  );
  return t(
    'Your changes do not conflict with it. Other fields that have been changed: %{fields}. Save your changes, or go back and check.',
    {
      fields,
    },
  );
}

interface VersionProps {
  readonly field: FieldSchema;
  readonly value: unknown;
  /** Versions of the row whose labels are known. */
  readonly known: readonly Readonly<Record<string, unknown>>[];
}

/** A value; a label is shown only with the value that it belongs to. */
function Version({ field, value, known }: VersionProps) {
  const { name } = field;
  const display = field.choices?.find(([choice]) => String(choice) === textOf(value))?.[1];
  const label = known.find((row) => isSame(row[name], value))?.[`${name}_label`];
  const record = { id: '', [name]: value, [`${name}_display`]: display, [`${name}_label`]: label };
  return <Cell field={field} record={record} isWhole />;
}
