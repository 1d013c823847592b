import { isOwnPath, type WidgetLink } from '@grimoire/protocol';
import ArrowIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useListAddress } from './use-list-address.ts';

/** The height of a link. */
export const linkHeight = 44;

/** Whether an address leads to a page: a widget of the host may answer anything. */
function isPage(url: unknown): url is string {
  return typeof url === 'string' && (isOwnPath(url) || /^https?:\/\//.test(url));
}

/** Links to lists and to other pages. */
export function LinksView({ links }: { readonly links: readonly WidgetLink[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {links.map((link) => (
        <Box component="li" key={link.label} sx={{ minHeight: linkHeight, py: '4px' }}>
          <OneLink link={link} />
          {link.note !== undefined && (
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {link.note}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

function OneLink({ link }: { readonly link: WidgetLink }) {
  const addressOf = useListAddress();
  const content = (
    <>
      {link.label}
      <ArrowIcon className="directional" aria-hidden sx={{ fontSize: 16, verticalAlign: '-3px' }} />
    </>
  );
  if ('model' in link)
    return (
      <MuiLink component={Link} to={addressOf(link)} sx={{ fontWeight: 550 }}>
        {content}
      </MuiLink>
    );
  if (!isPage(link.url)) return <>{link.label}</>;
  return (
    <MuiLink href={link.url} rel="noopener" sx={{ fontWeight: 550 }}>
      {content}
    </MuiLink>
  );
}
