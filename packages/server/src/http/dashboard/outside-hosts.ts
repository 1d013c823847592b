import { z } from 'zod';
import type { Setting } from '../../settings/setting.ts';

/**
 * Whether a text is the name or address of one host, with or without a port: `images.example.com`, `127.0.0.1:9000`. It stands in a header as it
 * is, so nothing else is accepted.
 */
function isHost(text: string): boolean {
  const isWritten = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i.test(text);
  return isWritten && URL.canParse(`http://${text}`) && !text.includes('..');
}

/** The hosts as browsers write them. Others are left out: the API reports them at the start. */
function hostsOf(hosts: readonly string[]): readonly string[] {
  return hosts.filter(isHost).map((host) => host.toLowerCase());
}

const host = z.custom((value) => typeof value === 'string' && isHost(value), {
  error: ({ input }) =>
    `${JSON.stringify(input) ?? 'This'} is no host. Expected one such as "images.example.com", without scheme, path and "*".`,
});

/** The settings of other hosts that the dashboard may name to the browser. */
export class OutsideHostSettings {
  /**
   * Hosts that the dashboard loads pictures from, such as `images.example.com` or `127.0.0.1:9000`; none by default. A picture of another host
   * is shown as a link: a request for the picture would tell that host who looks at the row, and when.
   */
  readonly imageHosts: Setting<readonly string[], readonly string[]> = {
    shape: z.array(host),
    default: [],
    correct: hostsOf,
    inPage: true,
  };
  /**
   * Hosts to which the dashboard opens the `link` of an action's answer, such as `dashboard.example.com`; none by default. Links to its own origin are
   * opened without it.
   */
  readonly linkHosts: Setting<readonly string[], readonly string[]> = { shape: z.array(host), default: [], correct: hostsOf, inPage: true };
}
