/**
 * Whether a text is the name or address of one host, with or without a port: `images.example.com`, `127.0.0.1:9000`. It stands in a header as it
 * is, so nothing else is accepted.
 */
export function isImageHost(text: string): boolean {
  const isWritten = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i.test(text);
  return isWritten && URL.canParse(`http://${text}`) && !text.includes('..');
}

/** The hosts that the dashboard may load pictures from, as browsers write them. Others are left out: the API reports them at the start. */
export function imageHostsOf(hosts: readonly string[] = []): readonly string[] {
  return hosts.filter(isImageHost).map((host) => host.toLowerCase());
}
