import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { createElement, Fragment, type ReactNode } from 'react';
import { useService } from '../session/service.ts';
import { imageAddress } from '../cells/image-address.ts';
import { isQuickMarkdown } from './markdown-size.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root['children'][number];

/** What a link of a text refers to by a name: `[text][name]`. */
type Definitions = ReadonlyMap<string, string>;

interface Context {
  readonly definitions: Definitions;
  readonly pictureOf: (address: string) => string | undefined;
  readonly depth: number;
}

/** Blocks within blocks: what is deeper is not shown. */
const mostDepth = 24;

/**
 * Markdown as formatted text. Elements are made of the nodes that are listed here, and of nothing else: HTML is shown as it is written. Links
 * lead to the web, to mail and to telephones only; pictures are those of the hosts that the settings name, and otherwise links. A text whose
 * formatting would take long is shown as it is written.
 */
export function MarkdownText({ text }: { readonly text: string }) {
  const { imageHosts } = useService().settings;
  if (!isQuickMarkdown(text)) return <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>;
  const { children } = fromMarkdown(text);
  const definitions = new Map(
    children.flatMap((node) => ('url' in node && 'identifier' in node ? [[node.identifier, node.url] as const] : [])),
  );
  const pictureOf = (address: string): string | undefined => imageAddress(address, { imageHosts, protocol: location.protocol });
  return <Box sx={style}>{all(children, { definitions, pictureOf, depth: 0 })}</Box>;
}

function all(nodes: readonly Node[], context: Context): ReactNode {
  const inside = { ...context, depth: context.depth + 1 };
  // The nodes of one text have no keys of their own, and are never moved.
  return nodes.map((node, index) => createElement(Fragment, { key: index }, shown(node, inside)));
}

const elements = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  blockquote: 'blockquote',
  listItem: 'li',
} as const;

function shown(node: Node, context: Context): ReactNode {
  if (context.depth > mostDepth) return '…';
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'paragraph':
    case 'emphasis':
    case 'strong':
    case 'blockquote':
    case 'listItem':
      return createElement(elements[node.type], null, all(node.children, context));
    case 'heading':
      // The headings of the page are its own.
      return (
        <p className="heading" data-level={node.depth}>
          {all(node.children, context)}
        </p>
      );
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{all(node.children, context)}</ol> : <ul>{all(node.children, context)}</ul>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <Link address={node.url}>{all(node.children, context)}</Link>;
    case 'linkReference':
      return <Link address={context.definitions.get(node.identifier) ?? ''}>{all(node.children, context)}</Link>;
    case 'image':
      return <Picture address={node.url} alt={node.alt ?? ''} pictureOf={context.pictureOf} />;
    case 'imageReference':
      return <Picture address={context.definitions.get(node.identifier) ?? ''} alt={node.alt ?? ''} pictureOf={context.pictureOf} />;
    default:
      return null;
  }
}

function Link({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(address)) return children;
  return (
    <MuiLink href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </MuiLink>
  );
}

interface PictureProps {
  readonly address: string;
  readonly alt: string;
  readonly pictureOf: Context['pictureOf'];
}

function Picture({ address, alt, pictureOf }: PictureProps) {
  const source = pictureOf(address);
  if (source === undefined) return <Link address={address}>{alt || address}</Link>;
  return <img src={source} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
}

const style = {
  overflowWrap: 'anywhere',
  '& p, & ul, & ol, & blockquote, & pre': { m: 0 },
  '&& > * + *, && blockquote > * + *, && li > * + *': { mt: '8px' },
  '& ul, & ol': { pl: '22px' },
  '& .heading': { fontWeight: 620, pt: '4px' },
  '& .heading[data-level="1"]': { fontSize: 17 },
  '& .heading[data-level="2"]': { fontSize: 15 },
  '& blockquote': { pl: '12px', borderLeft: '3px solid', borderColor: 'divider', color: 'text.secondary' },
  '& code': { fontFamily: 'monospace', fontSize: '0.92em', bgcolor: 'background.default', borderRadius: '4px', px: '4px' },
  '& pre': { p: '10px 12px', borderRadius: '8px', bgcolor: 'background.default', whiteSpace: 'pre-wrap' },
  '& pre code': { p: 0 },
  '& hr': { border: 0, borderTop: '1px solid', borderColor: 'divider' },
  '& img': { maxWidth: '100%', maxHeight: 320, borderRadius: '6px' },
} as const;
