/** An entry of the sidebar: a page, or a title with entries below it. */
export interface SidebarEntry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarEntry[];
}

/**
 * Reads the sidebar from the page of contents, so that the pages of the site are listed once.
 * @param contents the text of `docs/README.md`: a `## Title` for each part, and `- [Text](file.md)` for each page of it; entries may be nested
 */
export function sidebarOf(contents: string): SidebarEntry[] {
  const parts: { text: string; collapsed: boolean; items: SidebarEntry[] }[] = [];
  for (const line of contents.split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? [];
    if (title !== undefined) parts.push({ text: title, collapsed: false, items: [] });
    const [, text, file] = /^- \[([^\]]+)\]\(([^)]+)\.md\)/.exec(line) ?? [];
    if (text !== undefined && file !== undefined)
      parts.at(-1)?.items.push({ text: text.replaceAll('`', ''), link: `/${file.replace(/(^|\/)README$/, '$1')}` });
  }
  return parts.filter(({ items }) => items.length > 0);
}
