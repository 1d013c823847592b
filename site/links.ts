import { posix } from 'node:path';

/** The folder of the site in which files of the repository stand that pages link to, as text. */
export const filesFolder = 'repository';

/** Where a link of a page leads. */
export interface LinkTarget {
  /** The link as the site has it. */
  readonly href: string;
  /** The file that the site has to have at that address, from the root of the repository; undefined for a page of the site. */
  readonly file?: string;
}

/**
 * Translates a link of a page for the site. A relative link to a file outside of `docs/` works in a repository view only, so that the site
 * has a copy of the file.
 * @param page the page with the link, from `docs/`: `how-to/mount.md`
 * @param href the link as it stands in the page
 */
export function siteLink(page: string, href: string): LinkTarget {
  if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(href)) return { href };
  const [path = '', anchor] = href.split('#');
  const file = posix.join('docs', posix.dirname(page), path);
  if (file.startsWith('docs/')) return { href: toIndex(page, file, anchor) ?? href };
  if (file.startsWith('..')) throw new Error(`${page} links to ${href}, which is outside of the repository.`);
  return { href: `/${filesFolder}/${file}.txt`, file };
}

/** The link to a README of a folder, which is the folder's page of the site; undefined for another file. */
function toIndex(page: string, file: string, anchor: string | undefined): string | undefined {
  if (posix.basename(file) !== 'README.md') return undefined;
  const folder = posix.relative(posix.join('docs', posix.dirname(page)), posix.dirname(file));
  return `${folder === '' ? '.' : folder}/${anchor === undefined ? '' : `#${anchor}`}`;
}
