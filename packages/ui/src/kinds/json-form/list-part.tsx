import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { movable, MoveHandle } from '../../inputs/move-handle.tsx';
import { OrderHelp } from '../../inputs/order-help.tsx';
import { t } from '../../texts/text.ts';
import { messagesAt, messagesBeside, messageText } from './messages.ts';
import { Group } from './group.tsx';
import { MemberInputs } from './member-inputs.tsx';
import { isMembers, type Part, type Shape } from './part.ts';
import { emptied, type PartProps } from './part-props.ts';
import { isNothing, newValue } from './part-value.ts';
import { moved, useItemKeys } from './use-item-keys.ts';

type ListProps = PartProps & { readonly shape: Extract<Shape, { kind: 'list' }> };

/** A list of parts, each of which can be moved and removed. */
export function ListPart(props: ListProps) {
  const { part, label, isLabelHidden = false, isRequired, value, messages, shape, onChange } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { keys, ...order } = useItemKeys(items.length);
  const [said, say] = useState('');
  const help = useId();
  const box = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusNew = useFocusOfNew(box);
  const item = shape.item();
  const name = item.title ?? label;
  const add = (): void => {
    order.add();
    focusNew();
    onChange([...items, newItem(item)]);
  };
  const remove = (index: number): void => {
    order.remove(index);
    const others = items.toSpliced(index, 1);
    onChange(others.length === 0 && !isRequired ? (emptied(props) ?? others) : others);
    addButton.current?.focus();
  };
  const move = (from: number, to: number): void => {
    order.move(from, to);
    say(t('%{model} %{from} is now %{model} %{to} of %{total}.', { model: name, from: from + 1, to: to + 1, total: items.length }));
    onChange(moved(items, from, to));
  };
  const own = messageText(messagesBeside(messages, [...items.keys()]));
  return (
    <Group {...{ part, label, isRequired, isLabelHidden }}>
      <Box ref={box} sx={movable}>
        {items.map((each, index) => (
          <Item
            key={keys[index]}
            {...{ item, name, index, count: items.length, helpId: help, value: each, onMove: move, Inner: props.Inner }}
            messages={messagesAt(messages, index)}
            onRemove={() => remove(index)}
            onChange={(next) => onChange(items.with(index, next ?? null))}
          />
        ))}
      </Box>
      <OrderHelp id={help} said={said} />
      {own !== undefined && <FormHelperText error>{own}</FormHelperText>}
      <Button
        ref={addButton}
        size="small"
        startIcon={<AddIcon />}
        aria-label={t('Add %{model}', { model: name })}
        onClick={add}
        disabled={items.length >= shape.most}
      >
        {item.title === undefined ? t('Add') : t('Add %{model}', { model: name })}
      </Button>
    </Group>
  );
}

/** An item that was added has a value, which the list may keep: an empty text is none in an object, and one in a list. */
function newItem(item: Part): unknown {
  const value = newValue(item);
  if (value !== undefined) return value;
  if (item.shape.kind === 'list') return [];
  if (item.shape.kind === 'variants') return {};
  return item.shape.kind === 'text' && item.shape.format !== 'date' ? '' : null;
}

/** Gives the keyboard to the first input of an item that was added. */
function useFocusOfNew(box: RefObject<HTMLElement | null>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    box.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea, [role="combobox"]')?.focus();
  });
  return () => {
    isWanted.current = true;
  };
}

interface ItemProps extends Pick<PartProps, 'value' | 'messages' | 'onChange' | 'Inner'> {
  readonly item: Part;
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly helpId: string;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
}

function Item({ item, name, index, count, helpId, onMove, onRemove, ...props }: ItemProps) {
  const label = t('%{model} %{number}', { model: name, number: index + 1 });
  const { shape } = item;
  const isObject = shape.kind === 'object' && (isMembers(props.value) || isNothing(props.value));
  return (
    <Box component="fieldset" aria-label={label} sx={line}>
      <Box sx={{ pt: '9px' }}>
        <MoveHandle name={t('Move %{model} %{number}', { model: name, number: index + 1 })} place={index} {...{ count, helpId, onMove }} />
      </Box>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        {isObject ? (
          <MemberInputs members={shape.members} {...props} />
        ) : (
          <props.Inner {...props} part={{ ...item, help: undefined }} label={label} isLabelHidden isRequired />
        )}
      </Box>
      <Box sx={{ pt: '9px' }}>
        <IconButton size="small" aria-label={t('Remove %{model} %{number}', { model: name, number: index + 1 })} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
}

const line = {
  display: 'flex',
  gap: 0.5,
  alignItems: 'flex-start',
  m: 0,
  p: 0,
  border: 0,
  minWidth: 0,
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;
