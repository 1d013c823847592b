import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { ChoicePart } from './choice-part.tsx';
import { JsonPart } from './json-part.tsx';
import { messagesAt, messagesBeside, messageText } from './messages.ts';
import { isMembers, type Member, type Members, type Part, type Shape, titleOf } from './part.ts';
import { PartInput } from './part-input.tsx';
import { emptied, type PartProps } from './part-props.ts';
import { isNothing, newMembers, othersOf, variantOf, withMember } from './part-value.ts';

/** An object in another one. One that may be left out is there after a click. */
export function ObjectPart(props: PartProps & { readonly members: readonly Member[] }) {
  const { label, isRequired, value, members, onChange } = props;
  const mayBeNone = !isRequired || props.part.isNullable;
  if (mayBeNone && isNothing(value))
    return (
      <Box>
        <Button size="small" startIcon={<AddIcon />} onClick={() => onChange(newMembers(members))}>
          {t('Add %{model}', { model: label })}
        </Button>
        <Messages {...props} names={[]} />
      </Box>
    );
  return (
    <Group {...props} {...(mayBeNone ? { onRemove: () => onChange(emptied(props)) } : {})}>
      <MemberInputs {...props} />
    </Group>
  );
}

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
        {isRequired && <span aria-hidden> *</span>}
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

type MembersProps = Pick<PartProps, 'value' | 'messages' | 'onChange'> & { readonly members: readonly Member[]; readonly named?: string };

/** The inputs of the members of an object, and after them what the schema does not name. */
export function MemberInputs({ members, value, messages, onChange, named }: MembersProps) {
  const own: Members = isMembers(value) ? value : {};
  const base = isNothing(value) ? newMembers(members) : value;
  const others = othersOf(named === undefined ? members : [...members, ofName(named)], value);
  const names = members.map(({ name }) => name);
  const change = (name: string, next: unknown): void => onChange(withMember(base, name, next));
  return (
    <Box sx={grid}>
      {members.map(({ name, isRequired, part: partOf }) => {
        const part = partOf();
        return (
          <Box key={name} sx={isWide(part) ? { gridColumn: '1 / -1', minWidth: 0 } : { minWidth: 0 }}>
            <PartInput
              part={part}
              label={part.title ?? titleOf(name)}
              isRequired={isRequired}
              value={Object.hasOwn(own, name) ? own[name] : undefined}
              messages={messagesAt(messages, name)}
              onChange={(next) => change(name, next)}
            />
          </Box>
        );
      })}
      {Object.keys(others).length > 0 ? (
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Others others={others} messages={messagesBeside(messages, names)} onChange={(next) => onChange(withOthers(own, others, next))} />
        </Box>
      ) : (
        <Messages messages={messages} names={named === undefined ? names : [...names, named]} />
      )}
    </Box>
  );
}

function ofName(name: string): Member {
  return { name, isRequired: true, part: () => anyPart };
}

/** The object with other members in the place of those that its schema does not name. */
function withOthers(own: Members, before: Members, next: unknown): unknown {
  // What is entered may be no object yet: it is said there, and not sent.
  if (!isMembers(next) && !isNothing(next)) return { ...named(own, before), [othersKey]: next };
  return { ...named(own, before), ...(isMembers(next) ? next : {}) };
}

function named(own: Members, others: Members): Members {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !Object.hasOwn(others, name)));
}

/** Under it stands what was entered for the other members, while that is no object. */
const othersKey = ' ';

const anyPart: Part = {
  shape: { kind: 'json' },
  title: undefined,
  help: undefined,
  isNullable: false,
  isReadOnly: false,
  preset: undefined,
};

function Others({ others, ...props }: Pick<PartProps, 'messages' | 'onChange'> & { readonly others: Members }) {
  const value = Object.hasOwn(others, othersKey) ? others[othersKey] : others;
  const part = { ...anyPart, help: t('What the form does not know stays as it is.') };
  return <JsonPart {...props} part={part} label={t('Other values')} isRequired={false} value={value} />;
}

/** What is said of an object itself, or of members that have no input. */
function Messages({ messages, names }: Pick<PartProps, 'messages'> & { readonly names: readonly string[] }) {
  const text = messageText(messagesBeside(messages, names));
  return text === undefined ? null : (
    <FormHelperText error sx={{ gridColumn: '1 / -1' }}>
      {text}
    </FormHelperText>
  );
}

/** One of several objects. Another choice keeps the members that both name, and those that none does. */
export function VariantsPart(props: PartProps & { readonly shape: Extract<Shape, { kind: 'variants' }> }) {
  const { part, label, isLabelHidden = false, isRequired, value, messages, shape, onChange } = props;
  const { name, title, variants } = shape;
  const own: Members = isMembers(value) ? value : {};
  const chosen = variantOf(variants, own[name]);
  const members = chosen ? membersOf(chosen.part) : [];
  const choose = (next: unknown): void => {
    const variant = variantOf(variants, next);
    if (!variant) return onChange(emptied(props));
    const [old, fresh] = [new Set(members.map((member) => member.name)), membersOf(variant.part)];
    const kept = Object.entries(own).filter(([key]) => !old.has(key) || fresh.some((member) => member.name === key));
    return onChange({ ...newMembers(fresh), ...Object.fromEntries(kept), [name]: variant.value });
  };
  return (
    <Group {...{ part, label, isRequired, isLabelHidden }}>
      <ChoicePart
        part={{ ...anyPart, isNullable: part.isNullable }}
        label={title}
        isRequired={isRequired}
        value={own[name]}
        messages={messagesAt(messages, name)}
        options={variants}
        onChange={choose}
      />
      <MemberInputs members={members} named={name} value={value} messages={messages} onChange={onChange} />
    </Group>
  );
}

function membersOf({ shape }: Part): readonly Member[] {
  return shape.kind === 'object' ? shape.members : [];
}

function isWide({ shape }: Part): boolean {
  return ['object', 'list', 'variants', 'json'].includes(shape.kind) || (shape.kind === 'text' && shape.format === 'long');
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  columnGap: 2,
  alignItems: 'start',
  minWidth: 0,
} as const;

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
