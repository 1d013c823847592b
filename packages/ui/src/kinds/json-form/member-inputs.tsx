import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { t } from '../../texts/text.ts';
import { JsonPart } from './json-part.tsx';
import { messagesAt, messagesBeside, messageText } from './messages.ts';
import { anyPart, isMembers, type Member, type Members, type Part, titleOf } from './part.ts';
import type { PartProps } from './part-props.ts';
import { isNothing, newMembers, othersOf, withMember } from './part-value.ts';

type MembersProps = Pick<PartProps, 'value' | 'messages' | 'onChange' | 'Inner'> & {
  readonly members: readonly Member[];
  readonly named?: string;
};

/** The inputs of the members of an object, and after them what the schema does not name. */
export function MemberInputs({ members, value, messages, onChange, named, Inner }: MembersProps) {
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
            <Inner
              Inner={Inner}
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
          <Others
            Inner={Inner}
            others={others}
            messages={messagesBeside(messages, names)}
            onChange={(next) => onChange(withOthers(own, others, next))}
          />
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
  if (!isMembers(next) && !isNothing(next)) return { ...withoutOthers(own, before), [othersKey]: next };
  return { ...withoutOthers(own, before), ...(isMembers(next) ? next : {}) };
}

function withoutOthers(own: Members, others: Members): Members {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !Object.hasOwn(others, name)));
}

/** Under it stands what was entered for the other members, while that is no object. */
const othersKey = ' ';

function Others({ others, ...props }: Pick<PartProps, 'messages' | 'onChange' | 'Inner'> & { readonly others: Members }) {
  const value = Object.hasOwn(others, othersKey) ? others[othersKey] : others;
  const part = { ...anyPart, help: t('What the form does not know stays as it is.') };
  return <JsonPart {...props} part={part} label={t('Other values')} isRequired={false} value={value} />;
}

/** What is said of an object itself, or of members that have no input. */
export function Messages({ messages, names }: Pick<PartProps, 'messages'> & { readonly names: readonly string[] }) {
  const text = messageText(messagesBeside(messages, names));
  return text === undefined ? null : (
    <FormHelperText error sx={{ gridColumn: '1 / -1' }}>
      {text}
    </FormHelperText>
  );
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
