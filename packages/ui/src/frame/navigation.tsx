import type { ModelSummary } from '@grimoire/protocol';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import Box from '@mui/material/Box';
import ListSubheader from '@mui/material/ListSubheader';
import TextField from '@mui/material/TextField';
import { memo, type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { Menu, useSidebarState, useStoreContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { asLink, OwnMenu } from '../own/own-menu.tsx';
import { usePrefetchList } from '../list/page/prefetch.ts';
import { capitalized, inMenuOrder, useModels } from '../schema/use-schema.ts';
import { isObject, useStored } from '../store/use-stored.ts';
import { focusContent } from '../layout/focus.ts';
import { GroupHead } from './group-head.tsx';
import { iconOf, namedIcon } from '../layout/model-icon.tsx';
import { addressOf, home, useDashboardPages } from './pages.ts';
import { SideFoot, SideHead } from './side.tsx';
import { t } from '../texts/text.ts';

/** With more models than this, groups are folded, and a field finds models by a part of their names. */
const fewModels = 40;

/** How many models of a group are shown while that field is empty. */
const mostOfGroup = 200;

type Unfolded = Readonly<Record<string, boolean>>;

const none: Unfolded = {};

function isUnfolded(value: unknown): value is Unfolded {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'boolean');
}

/** The models in their groups and their order; a section is represented by its first model. */
export const Navigation = memo(function Navigation() {
  const models = useModels();
  const pages = useDashboardPages();
  const { pathname, key } = useLocation();
  const box = useRef<HTMLElement>(null);
  const shown = useRef(key);
  // A page that the menu has opened gets the keyboard: keys would choose in the menu.
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (box.current?.contains(document.activeElement)) focusContent();
  }, [key]);
  const [isOpen] = useSidebarState();
  const [words, setWords] = useState('');
  const prefetch = usePrefetchList();
  const store = useStoreContext();
  const forget = (model: string): void => store.removeItem(`${model}.listParams`);
  const [unfolded, setUnfolded] = useStored('navigation.unfolded', none, isUnfolded);
  const here = models.find(({ model }) => pathname === `/${model}` || pathname.startsWith(`/${model}/`));
  const groups = groupsOf(models);
  const isLong = groups.reduce((count, [, members]) => count + members.length, 0) > fewModels;
  const isInMenu = here !== undefined || pages.some((page) => page.menu !== false && addressOf(page) === pathname);
  const isFolded = (group: string): boolean => isLong && groups.length > 1 && words === '' && !(unfolded[group] ?? group === here?.group);
  return (
    <Box ref={box} component="nav" aria-label={t('Menu')} sx={column}>
      <SideHead />
      {isLong && isOpen && <Finder words={words} onChange={setWords} />}
      <Menu {...asGroup} aria-label={t('Models')} className="side-menu" sx={{ m: 0, pb: 2 }}>
        {pages.map((page) =>
          page.menu === false ? null : (
            <Menu.Item
              key={page.path}
              {...asLink(pathname === addressOf(page) || (page === home && !isInMenu))}
              to={addressOf(page)}
              primaryText={t(page.title)}
              leftIcon={page === home ? <HomeIcon /> : namedIcon(page.icon ?? 'article')}
            />
          ),
        )}
        <OwnMenu />
        {found(groups, words).flatMap(([group, members]) => [
          isLong && groups.length > 1 ? (
            <GroupHead
              key={group}
              name={group}
              count={members.length}
              isFolded={isFolded(group)}
              isShown={isOpen}
              onToggle={() => setUnfolded({ ...unfolded, [group]: isFolded(group) })}
            />
          ) : (
            <PlainHead key={group} name={group} isShown={isOpen} />
          ),
          ...(isFolded(group) ? [] : itemsOf(members, { here, prefetch, forget })),
        ])}
      </Menu>
      <SideFoot />
    </Box>
  );
});

const column = { display: 'flex', flexDirection: 'column', height: '100vh', minHeight: 0 } as const;

/** The menu is a group of links: Material UI makes a menu of commands of it otherwise. */
const asGroup = { component: 'div', role: 'group' } as const;

interface ItemParts {
  readonly here: ModelSummary | undefined;
  readonly prefetch: ReturnType<typeof usePrefetchList>;
  /** Forgets how the list of a model was left: the way back remembers it. */
  readonly forget: (model: string) => void;
}

function itemsOf(members: readonly ModelSummary[], { here, prefetch, forget }: ItemParts): ReactElement[] {
  const items = members
    .slice(0, mostOfGroup)
    .map((summary) => (
      <Menu.Item
        key={summary.model}
        {...asLink(here?.section === summary.section)}
        to={`/${summary.model}`}
        title={summary.model}
        primaryText={capitalized(summary.verbose_name_plural)}
        leftIcon={iconOf(summary) ?? <></>}
        selected={here?.section === summary.section}
        onClick={(event: MouseEvent) => !event.ctrlKey && !event.metaKey && !event.shiftKey && forget(summary.model)}
        onMouseEnter={() => prefetch.onPointed(summary.model)}
        onMouseLeave={prefetch.onLeft}
      />
    ));
  const more = members.length - items.length;
  if (more === 0) return items;
  const text = t('%{more} more: write a part of a name.', { more });
  return [
    ...items,
    <ListSubheader
      key={`more ${members[0]?.group ?? ''}`}
      role="presentation"
      disableSticky
      sx={{ bgcolor: 'transparent', lineHeight: '32px' }}
    >
      {text}
    </ListSubheader>,
  ];
}

const head = {
  bgcolor: 'transparent',
  color: 'text.disabled',
  fontSize: 11.5,
  fontWeight: 550,
  lineHeight: '18px',
  px: '19px',
  pt: '14px',
  pb: '4px',
} as const;

function PlainHead({ name, isShown }: { readonly name: string; readonly isShown: boolean }) {
  return (
    <ListSubheader role="presentation" disableSticky sx={{ ...head, display: isShown ? 'block' : 'none' }}>
      {capitalized(name)}
    </ListSubheader>
  );
}

interface FinderProps {
  readonly words: string;
  readonly onChange: (words: string) => void;
}

function Finder({ words, onChange }: FinderProps) {
  return (
    <Box sx={{ px: '10px', pb: '4px' }}>
      <TextField
        type="search"
        placeholder={t('Find a model')}
        fullWidth
        value={words}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': t('Find a model') } }}
      />
    </Box>
  );
}

/** Models that only name what others point to: nobody works in their lists, which “Find anything” finds. */
const namingOnly: ReadonlySet<string> = new Set(['auth.Permission', 'contenttypes.ContentType']);

type Group = readonly [name: string, members: readonly ModelSummary[]];

function groupsOf(models: readonly ModelSummary[]): readonly Group[] {
  const heads = models.filter(({ model, section_order: order, permissions }) => order === 0 && permissions.view && !namingOnly.has(model));
  return [...Map.groupBy(inMenuOrder(heads), ({ group }) => group)];
}

/** The models whose names, or whose group's name, contain every word. */
function found(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const isFound = ({ group, model, verbose_name_plural: name }: ModelSummary): boolean => {
    const names = `${group} ${model} ${name}`.toLocaleLowerCase();
    return words.every((word) => names.includes(word));
  };
  return groups.map(([group, members]): Group => [group, members.filter(isFound)]).filter(([, members]) => members.length > 0);
}
