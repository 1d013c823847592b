import Box from '@mui/material/Box';
import { exactJson } from '@grimoire/client';
import type { ReactNode } from 'react';
import { dayText, hourText } from '../../cells/day-text.ts';
import { Moment } from '../../cells/moment.tsx';
import { textOf } from '../../cells/value-text.ts';
import { shownIn, t } from '../../texts/text.ts';
import { isMembers, type Member, type Members, type Part, titleOf } from './part.ts';
import { inputText, ownStyle } from '../entered-number.ts';
import { isNothing, isShowable, othersOf, variantOf } from './part-value.ts';

interface ViewProps {
  readonly part: Part;
  readonly value: unknown;
}

/** A part to be read, with its title above. */
export function PartView({ label, ...view }: ViewProps & { readonly label: string }) {
  return (
    <Box sx={list} component="dl">
      <Entry title={label}>
        <PartValue {...view} />
      </Entry>
    </Box>
  );
}

/** A value to be read, as its schema describes it: titles with values, and not JSON. */
export function PartValue({ part, value }: ViewProps): ReactNode {
  if (isNothing(value)) return <span className="dash-no-value">—</span>;
  if (value === '') return <span className="dash-empty-value">{t('empty')}</span>;
  const { shape } = part;
  if (!isShowable(shape, value)) return <Written value={value} />;
  switch (shape.kind) {
    case 'object':
      return <Described members={shape.members} value={value as Members} />;
    case 'variants': {
      const variant = variantOf(shape.variants, (value as Members)[shape.name]);
      const inner = variant?.part.shape;
      const kind: Member = { name: shape.name, isRequired: true, part: () => ({ ...part, title: shape.title, shape: choices(shape) }) };
      return <Described members={[kind, ...(inner?.kind === 'object' ? inner.members : [])]} value={value as Members} />;
    }
    case 'list':
      return <Items item={shape.item()} values={value as readonly unknown[]} />;
    case 'choice':
      return <bdi>{shape.options.find((option) => option.value === value)?.text ?? textOf(value)}</bdi>;
    case 'flag':
      return value === true ? t('Yes') : t('No');
    case 'number':
      return inputText(value, ownStyle(shownIn().locale));
    case 'text':
      return <Text format={shape.format} text={textOf(value)} />;
    case 'json':
      return <Written value={value} />;
  }
}

function choices({ variants }: Extract<Part['shape'], { kind: 'variants' }>): Part['shape'] {
  return { kind: 'choice', options: variants };
}

function Text({ format, text }: { readonly format: string; readonly text: string }): ReactNode {
  if (format === 'date') return dayText(text);
  if (format === 'time') return hourText(text);
  if (format === 'date-time') return <Moment value={text} />;
  return (
    <Box component="bdi" sx={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </Box>
  );
}

/** What is there of an object, in the order of its schema; members that the schema does not name follow. */
function Described({ members, value }: { readonly members: readonly Member[]; readonly value: Members }) {
  const others = Object.entries(othersOf(members, value));
  const named = members.filter(({ name }) => Object.hasOwn(value, name) && !isNothing(value[name]));
  if (named.length === 0 && others.length === 0) return <span className="dash-no-value">—</span>;
  return (
    <Box component="dl" sx={list}>
      {named.map(({ name, part: partOf }) => {
        const part = partOf();
        return (
          <Entry key={name} title={part.title ?? titleOf(name)}>
            <PartValue part={part} value={value[name]} />
          </Entry>
        );
      })}
      {others.map(([name, other]) => (
        <Entry key={name} title={name}>
          {isMembers(other) || Array.isArray(other) ? <Written value={other} /> : <bdi>{textOf(other)}</bdi>}
        </Entry>
      ))}
    </Box>
  );
}

function Entry({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  );
}

function Items({ item, values }: { readonly item: Part; readonly values: readonly unknown[] }) {
  if (values.length === 0) return <span className="dash-no-value">—</span>;
  const isPlain = !['object', 'variants', 'list', 'json'].includes(item.shape.kind);
  return (
    <Box component="ol" sx={isPlain ? plainItems : items}>
      {values.map((value, index) => (
        // The values of a list may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <PartValue part={item} value={value} />
        </li>
      ))}
    </Box>
  );
}

function Written({ value }: { readonly value: unknown }) {
  return (
    <Box component="pre" sx={{ m: 0, fontFamily: 'monospace', fontSize: '0.8rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {exactJson.stringify(value, 2)}
    </Box>
  );
}

const list = {
  display: 'grid',
  gridTemplateColumns: 'minmax(90px, max-content) minmax(0, 1fr)',
  gap: '3px 14px',
  m: 0,
  '& & ': { gap: '2px 12px' },
} as const;
const plainItems = { listStyle: 'none', m: 0, p: 0 } as const;
const items = { m: 0, ps: 0, paddingInlineStart: '1.6em', '& > li': { pb: '4px' }, '& > li::marker': { color: 'text.disabled' } } as const;
