interface Where {
  readonly imageHosts: readonly string[];
  /** The protocol of the page: one that is served by HTTPS loads nothing without it. */
  readonly protocol: string;
}

/** The address of a picture that the page may load; undefined for any other text. */
export function imageAddress(text: string, { imageHosts, protocol }: Where): string | undefined {
  if (text.startsWith('data:image/')) return text;
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || url.protocol === protocol;
  return isSafe && imageHosts.includes(url.host) ? url.href : undefined;
}
