import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { t } from '../../texts/text.ts';
import { ChoicePart } from './choice-part.tsx';
import { Group } from './group.tsx';
import { MemberInputs, Messages } from './member-inputs.tsx';
import { messagesAt } from './messages.ts';
import { anyPart, isMembers, type Member, type Members, type Part, type Shape } from './part.ts';
import { emptied, type PartProps } from './part-props.ts';
import { isNothing, newMembers, variantOf } from './part-value.ts';

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

/** One of several objects. Another choice keeps the members that both name, and those that none does. */
export function VariantsPart(props: PartProps & { readonly shape: Extract<Shape, { kind: 'variants' }> }) {
  const { part, label, isLabelHidden = false, isRequired, value, messages, shape, Inner, onChange } = props;
  const { name, title, variants } = shape;
  const own: Members = isMembers(value) ? value : {};
  const chosen = variantOf(variants, own[name]);
  const members = chosen ? membersOf(chosen.part) : [];
  const choose = (next: unknown): void => {
    const variant = variantOf(variants, next);
    if (!variant) return onChange(emptied(props));
    const [old, fresh] = [new Set(members.map((member) => member.name)), membersOf(variant.part)];
    const others = Object.entries(own).filter(([key]) => !old.has(key) || fresh.some((member) => member.name === key));
    return onChange({ ...newMembers(fresh), ...Object.fromEntries(others), [name]: variant.value });
  };
  return (
    <Group {...{ part, label, isRequired, isLabelHidden }}>
      <ChoicePart
        Inner={Inner}
        part={{ ...anyPart, isNullable: part.isNullable }}
        label={title}
        isRequired={isRequired}
        value={own[name]}
        messages={messagesAt(messages, name)}
        options={variants}
        onChange={choose}
      />
      <MemberInputs Inner={Inner} members={members} named={name} value={value} messages={messages} onChange={onChange} />
    </Group>
  );
}

function membersOf({ shape }: Part): readonly Member[] {
  return shape.kind === 'object' ? shape.members : [];
}
