import type { ModelSummary } from '@grimoire/protocol';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import ListSubheader from '@mui/material/ListSubheader';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import { Menu, useSidebarState } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { capitalized, inMenuOrder, useModels } from '../schema/use-schema.ts';

/** The models in their groups and their order; of a section, the first one stands for all. */
export function Navigation() {
  const models = useModels();
  const { pathname } = useLocation();
  const [isOpen] = useSidebarState();
  const here = models.find(({ model }) => pathname === `/${model}` || pathname.startsWith(`/${model}/`));
  return (
    <Menu component="nav" aria-label="Models">
      <Menu.Item to="/" primaryText="Home" leftIcon={<HomeIcon />} />
      {groupsOf(models).flatMap(([group, members]) => [
        <ListSubheader
          key={group}
          role="presentation"
          sx={{ bgcolor: 'transparent', lineHeight: '32px', mt: 1, display: isOpen ? 'block' : 'none' }}
        >
          {capitalized(group)}
        </ListSubheader>,
        ...members.map((summary) => (
          <Menu.Item
            key={summary.model}
            to={`/${summary.model}`}
            primaryText={capitalized(summary.verbose_name_plural)}
            leftIcon={<TableIcon />}
            selected={here?.section === summary.section}
          />
        )),
      ])}
    </Menu>
  );
}

function groupsOf(models: readonly ModelSummary[]): [string, ModelSummary[]][] {
  const heads = models.filter(({ section_order: order, permissions }) => order === 0 && permissions.view);
  return [...Map.groupBy(inMenuOrder(heads), ({ group }) => group)];
}
