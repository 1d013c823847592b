import type { ActionSchema, Key, ModelSchema } from '@grimoire/protocol';
import MoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useListContext, useRefresh, useUnselectAll } from 'react-admin';
import { useCommands } from '../layout/commands.tsx';
import { leaveForContent } from '../layout/focus.ts';
import { useIsExact } from './is-exact.ts';
import { useSelection } from './selection-context.ts';
import { useReloadPage } from '../layout/reload-page.ts';
import { colorOf } from './button-look.ts';
import { ActionDialog } from './action-dialog.tsx';
import { isOffered, type Target } from './run-action.ts';
import { t } from '../texts/text.ts';

/** Actions that need no rows, in the header of a list. */
export function ToolbarActions({ schema }: { readonly schema: ModelSchema }) {
  const refresh = useRefresh();
  const { filterValues, selectedIds } = useListContext();
  const isListNarrowed = selectedIds.length > 0 || Object.keys(filterValues as object).length > 0;
  return (
    <Actions
      schema={schema}
      except={schema.export?.action}
      scope="toolbar"
      kind={t('All %{models}', { models: schema.verbose_name_plural })}
      target={{ kind: 'none', isListNarrowed }}
      onDone={() => refresh()}
    />
  );
}

/** Actions on the rows that are selected. */
export function BulkActions({ schema }: { readonly schema: ModelSchema }) {
  const { selectedIds, onSelect, filterValues, total = 0 } = useListContext();
  const { isAll } = useSelection();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);
  const filter = filterValues as Readonly<Record<string, unknown>>;
  const isExact = useIsExact();
  const target: Target = isAll ? { kind: 'all', filter, count: total, isExact } : { kind: 'rows', ids: selectedIds };
  const done = (failed: readonly Key[]): void => {
    // The rows on which it failed stay selected, so that the user can try again or run another action on them.
    leaveForContent(() => {
      if (failed.length > 0 && !isAll) onSelect([...failed]);
      else unselect();
    });
    refresh();
  };
  return <Actions schema={schema} except={schema.export?.action} scope="bulk" kind={t('Ticked rows')} target={target} onDone={done} />;
}

/** Actions on the row of a page. */
export function RowActions({ schema, id }: { readonly schema: ModelSchema; readonly id: Key }) {
  const done = useReloadPage();
  return (
    <Actions
      schema={schema}
      scope="bulk"
      kind={t('This %{model}', { model: schema.verbose_name })}
      firsts={2}
      target={{ kind: 'rows', ids: [id] }}
      onDone={done}
    />
  );
}

interface ActionsProps {
  readonly schema: ModelSchema;
  /** The key of an action that has a button elsewhere. */
  readonly except?: string | undefined;
  readonly scope: ActionSchema['scope'];
  readonly target: Target;
  /** What it works on, in the palette. */
  readonly kind: string;
  /** How many actions are buttons where the others are a menu. */
  readonly firsts?: number;
  /** Receives the keys of the rows on which the action failed. */
  readonly onDone: (failed: readonly Key[]) => void;
}

/** Up to two actions are buttons; more are a menu, of which the first are buttons on the page of a row. */
function Actions({ schema, except, scope, target, kind, firsts = 0, onDone }: ActionsProps) {
  // The target is fixed when the action is chosen, and later changes of the selection do not affect it.
  const [asked, setAsked] = useState<{ readonly action: ActionSchema; readonly target: Target } | null>(null);
  const choose = (action: ActionSchema): void => setAsked({ action, target });
  const isOffer = (action: ActionSchema): boolean => action.scope === scope && action.key !== except && isOffered(schema.model, action);
  // An export is seldom what the page of a row is for.
  const isExport = ({ key }: ActionSchema): number => Number(key === schema.export?.action);
  const offered = schema.actions.filter(isOffer).toSorted((one, other) => isExport(one) - isExport(other));
  const isUsable = target.kind !== 'rows' || target.ids.length > 0;
  useCommands(
    isUsable ? offered.map((action) => ({ key: `${kind} ${action.key}`, text: action.label, kind, run: () => choose(action) })) : [],
  );
  const shown = offered.length > 2 ? offered.slice(0, firsts) : offered;
  return (
    <>
      {shown.map((action) => (
        <ActionButton key={action.key} action={action} isOutlined={firsts > 0} onChoose={choose} />
      ))}
      {shown.length < offered.length && <ActionMenu actions={offered.slice(shown.length)} onChoose={choose} />}
      {asked && <ActionDialog schema={schema} {...asked} onClose={() => setAsked(null)} onDone={onDone} />}
    </>
  );
}

interface ChoiceProps {
  readonly onChoose: (action: ActionSchema) => void;
}

interface ButtonProps extends ChoiceProps {
  readonly action: ActionSchema;
  readonly isOutlined: boolean;
}

function ActionButton({ action, isOutlined, onChoose }: ButtonProps) {
  return (
    <Button
      size="small"
      variant={action.variant === 'primary' ? 'contained' : isOutlined ? 'outlined' : 'text'}
      color={colorOf(action)}
      onClick={() => onChoose(action)}
    >
      {action.label}
    </Button>
  );
}

function ActionMenu({ actions, onChoose }: ChoiceProps & { readonly actions: readonly ActionSchema[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (action: ActionSchema): void => {
    setAnchor(null);
    onChoose(action);
  };
  return (
    <>
      <Button size="small" aria-haspopup="menu" endIcon={<MoreIcon />} onClick={(event) => setAnchor(event.currentTarget)}>
        {t('Actions')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem key={action.key} onClick={() => choose(action)} sx={colorOf(action) === 'error' ? { color: 'error.main' } : {}}>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
