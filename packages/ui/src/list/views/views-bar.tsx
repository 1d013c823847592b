import BookmarkIcon from '@mui/icons-material/BookmarkAddOutlined';
import GroupIcon from '@mui/icons-material/GroupOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { ModelSchema, SavedView } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useCommands } from '../../layout/commands.tsx';
import { focusContent } from '../../layout/focus.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import type { Question } from '../../session/questions.ts';
import { useService } from '../../session/service.ts';
import { hasProblems, useOpeningView, useReloadViews, useViews } from './use-views.ts';
import type { ViewSettings } from './view-dialog.tsx';
import { savedOf } from './view-state.ts';
import { t } from '../../texts/text.ts';

const ViewDialog = loadedWindow(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** The saved views of a list: one click each. */
export function ViewsBar({ schema }: { readonly schema: ModelSchema }) {
  const { views, active, isChanged, open } = useViews(schema);
  useOpeningView(schema);
  if (views.length === 0) return null;
  return (
    <Box component="nav" aria-label={t('Views')} sx={bar}>
      <ViewButton name={t('All')} isActive={active === undefined} onOpen={() => open(null)} />
      {views.map((view) => (
        <Box key={view.id} sx={{ display: 'flex', alignItems: 'center' }}>
          <ViewButton view={view} name={view.name} isActive={view === active} isChanged={isChanged} onOpen={() => open(view)} />
          {view === active && view.may_change && <ViewMenu schema={schema} view={view} />}
        </Box>
      ))}
    </Box>
  );
}

interface ViewButtonProps {
  readonly view?: SavedView;
  readonly name: string;
  readonly isActive: boolean;
  readonly isChanged?: boolean;
  readonly onOpen: () => void;
}

function ViewButton({ view, name, isActive, isChanged = false, onOpen }: ViewButtonProps) {
  const isBroken = view !== undefined && hasProblems(view);
  const messages = view ? Object.values(view.problems).flat().join(' ') : '';
  return (
    <Button
      size="small"
      data-view={view?.id}
      aria-current={isActive ? 'true' : undefined}
      title={isBroken ? messages : undefined}
      startIcon={isBroken ? <WarningIcon /> : view && view.sharing.kind !== 'own' ? <GroupIcon /> : undefined}
      onClick={onOpen}
      disabled={isBroken}
      sx={isActive ? { ...button, ...current } : button}
    >
      {name}
      {isActive && isChanged && (
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: '6px' }}>
          {t('changed')}
        </Box>
      )}
    </Button>
  );
}

/** Asks before a view is deleted. */
function questionOf({ name, sharing }: SavedView): Question {
  const title =
    sharing.kind === 'own'
      ? t('Delete the view “%{name}”?', { name })
      : t('Delete the view “%{name}”, for everybody who uses it?', { name });
  return { title, ways: [{ name: 'delete', text: t('Delete'), isLoss: true }], stay: t('Cancel') };
}

/** What can be done with a view that the user may change. */
function ViewMenu({ schema, view }: { readonly schema: ModelSchema; readonly view: SavedView }) {
  const { client, questions } = useService();
  const { state, isChanged, mayShare } = useViews(schema);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isEditing, setEditing] = useState(false);
  const reload = useReloadViews();
  const notify = useNotify();
  const options = { ifMatch: view.etag };
  async function run(change: () => Promise<unknown>, message: string): Promise<void> {
    setAnchor(null);
    try {
      await change();
      notify(message, { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    await reload();
  }
  const remove = async (): Promise<void> => {
    setAnchor(null);
    if ((await questions.ask(questionOf(view))) === null) return;
    await run(() => client.views.delete(view.id, options), t('The view %{name} is deleted.', { name: view.name }));
    focusContent();
  };
  const change = async (settings: ViewSettings): Promise<void> => {
    await client.views.update(view.id, settings, options);
    setEditing(false);
    await reload();
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('Change the view %{name}', { name: view.name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          onClick={() =>
            void run(
              () => client.views.update(view.id, savedOf(schema, state), options),
              t('The view %{name} is saved.', { name: view.name }),
            )
          }
        >
          {isChanged ? t('Save what the list shows now') : t('Save the columns of now')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null);
            setEditing(true);
          }}
        >
          {t('Name and sharing…')}
        </MenuItem>
        <MenuItem onClick={() => void remove()}>{t('Delete')}</MenuItem>
      </Menu>
      {isEditing && (
        <ViewDialog title={t('Change the view')} view={view} mayShare={mayShare} onClose={() => setEditing(false)} onSave={change} />
      )}
    </>
  );
}

/** Saves what the list shows as a new view. */
export function SaveViewButton({ schema }: { readonly schema: ModelSchema }) {
  const { client } = useService();
  const { state, mayShare, isNew, open } = useViews(schema);
  const [isOpen, setOpen] = useState(false);
  // Who presses the button types the name at once: until the window is there, these would be keys of the page.
  useEffect(() => {
    if (isNew) ViewDialog.load();
  }, [isNew]);
  const reload = useReloadViews();
  const notify = useNotify();
  const focusOnView = useFocusOnView();
  const save = async (settings: ViewSettings): Promise<void> => {
    const view = await client.views.create({ model: schema.model, ...settings, ...savedOf(schema, state) });
    setOpen(false);
    await reload();
    focusOnView(view);
    open(view);
    notify(t('The view %{name} is saved.', { name: view.name }), { type: 'success' });
  };
  useCommands(isNew ? [{ key: 'save view', text: t('Save view'), kind: t('List'), run: () => setOpen(true) }] : []);
  if (!isNew && !isOpen) return null;
  return (
    <>
      <Button size="small" aria-haspopup="dialog" startIcon={<BookmarkIcon />} onClick={() => setOpen(true)}>
        {t('Save view')}
      </Button>
      {isOpen && (
        <ViewDialog
          title={t('Save this list as a view')}
          view={undefined}
          mayShare={mayShare}
          onClose={() => setOpen(false)}
          onSave={save}
        />
      )}
    </>
  );
}

/** @returns a function that gives the keyboard to the button of a view, once it is there: the button that saved it goes away. */
function useFocusOnView(): (view: SavedView) => void {
  const viewId = useRef<number | null>(null);
  useEffect(() => {
    const button = viewId.current === null ? null : document.querySelector<HTMLElement>(`[data-view="${viewId.current}"]`);
    if (!button) return;
    viewId.current = null;
    button.focus();
  });
  return ({ id }) => {
    viewId.current = id;
  };
}

const bar = { display: 'flex', flexWrap: 'wrap', gap: '4px', pt: '8px', minWidth: 0 } as const;
const button = { color: 'text.secondary', borderRadius: 99, px: 1.25, '& .MuiButton-startIcon': { mr: '5px' } } as const;
const current = { color: 'primary.main', bgcolor: 'action.selected', fontWeight: 600 } as const;
