import { rowOf } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ReferenceArrayField, SingleFieldList, ChipField, type RaRecord } from 'react-admin';
import { kindOf } from '../schema/kinds.ts';
import { useModel } from '../schema/use-schema.ts';
import { Moment } from './moment.tsx';
import { textOf } from './value-text.ts';
import { RowLink } from './row-link.tsx';

interface CellProps {
  readonly field: FieldSchema;
  readonly record: RaRecord;
  /** Whether there is room: a page of one row, in the place of a line of a list. */
  readonly isWhole?: boolean;
}

/** A value of a row as people read it. */
export function Cell({ field, record, isWhole = false }: CellProps): ReactNode {
  const row = rowOf(record);
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return isWhole ? <Nothing /> : null;
  const display = row[`${field.name}_display`] as string | undefined;
  switch (kindOf(field)) {
    case 'choice':
      return <Chip size="small" variant="outlined" label={display ?? textOf(value)} />;
    case 'relation':
      return <RowLink model={field.related_model} id={value} text={textOf(row[`${field.name}_label`] ?? value)} />;
    case 'relations':
      return <Relations field={field} />;
    case 'boolean':
      return value === true ? (
        <CheckIcon fontSize="small" titleAccess="yes" />
      ) : (
        <CloseIcon fontSize="small" color="disabled" titleAccess="no" />
      );
    case 'date-time':
      return <Moment value={textOf(value)} />;
    case 'json':
      return <Code value={value} isWhole={isWhole} />;
    case 'list':
      return Array.isArray(value) ? <Words words={value as readonly unknown[]} /> : cut(textOf(value));
    case 'link':
      return field.type === 'ImageField' && textOf(value).startsWith('data:image/') ? (
        <img src={textOf(value)} alt={field.verbose_name} style={{ maxHeight: isWhole ? 160 : 32, maxWidth: '100%' }} />
      ) : (
        <Outward href={textOf(value)} />
      );
    case 'email':
      return <Mailbox address={textOf(value)} />;
    case 'integer':
    case 'number':
      return <span className="number">{textOf(value)}</span>;
    case 'long-text':
      return isWhole ? (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap' }}>
          {textOf(value)}
        </Typography>
      ) : (
        cut(textOf(value))
      );
    case 'binary':
      return <Typography variant="body2">{`${Math.floor((textOf(value).length * 3) / 4)} bytes`}</Typography>;
    default:
      return isWhole ? textOf(value) : cut(textOf(value));
  }
}

function Nothing() {
  return (
    <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
      —
    </Typography>
  );
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** A click on a link is none on the row that it stands in. */
function stop(event: { stopPropagation: () => void }): void {
  event.stopPropagation();
}

/** A link that begins a letter to an address, and says nothing else of it: `?bcc=…` is a part of the address. */
function Mailbox({ address }: { readonly address: string }) {
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return <>{cut(address)}</>;
  return (
    <MuiLink href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`} onClick={stop}>
      {address}
    </MuiLink>
  );
}

/** Only addresses of the web are links: anything else that a row holds is text. */
function Outward({ href }: { readonly href: string }) {
  if (!/^https?:\/\//i.test(href)) return <>{cut(href)}</>;
  return (
    <MuiLink href={href} target="_blank" rel="noopener noreferrer" onClick={stop}>
      {cut(href.replace(/^https?:\/\//i, ''))}
    </MuiLink>
  );
}

function Code({ value, isWhole }: { readonly value: unknown; readonly isWhole: boolean }) {
  const text = JSON.stringify(value, null, isWhole ? 2 : 0);
  const style = { fontFamily: 'monospace', fontSize: '0.8rem', whiteSpace: isWhole ? 'pre-wrap' : 'nowrap', overflowWrap: 'anywhere' };
  return (
    <Typography component={isWhole ? 'pre' : 'code'} sx={{ ...style, m: 0 }}>
      {isWhole ? text : cut(text)}
    </Typography>
  );
}

function Words({ words }: { readonly words: readonly unknown[] }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {words.map((word, index) => (
        // A list may hold a word twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Chip key={index} size="small" label={cut(textOf(word))} />
      ))}
    </Stack>
  );
}

function Relations({ field }: { readonly field: FieldSchema }) {
  const model = useModel(field.related_model);
  if (!model?.permissions.view || !field.related_model) return null;
  return (
    <ReferenceArrayField source={field.name} reference={field.related_model}>
      <SingleFieldList linkType={false}>
        <ChipField source="_label" size="small" />
      </SingleFieldList>
    </ReferenceArrayField>
  );
}
