import type { Key, ModelSchema } from '@grimoire/protocol';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ofKeys } from '../../cells/cut-values.ts';
import { rowAddress } from '../../cells/row-link.tsx';
import { messageOf } from '../../layout/trouble.tsx';
import { type ShownPage, useShownPage } from '../../list/page/shown-page.ts';
import { useService } from '../../session/service.ts';
import { t } from '../../texts/text.ts';

/** How a row was opened from the one beside it. */
export interface Stepped {
  /** The button that was pressed. */
  readonly went?: -1 | 1;
  /** The input that has the keyboard then. */
  readonly input?: string;
}

/** A step from a row to the one before it, or after it. */
export interface Step {
  readonly isThere: boolean;
  /** Whether the page of the list with that row is being read. */
  readonly isBusy: boolean;
  /** @returns whether there is such a row, which is opened then. */
  readonly go: (stepped?: Stepped) => Promise<boolean>;
}

/** The place of a row among the rows that the list has shown last: from 0; -1 if it is not there. */
export function placeOf(shown: ShownPage | null, id: Key): number {
  return shown?.ids.findIndex((one) => String(one) === String(id)) ?? -1;
}

/** The step from a row to the one before it (-1), or after it (1), in the list from which it was opened. Where the page ends, it is on another page. */
export function useStep(schema: ModelSchema, id: Key, step: -1 | 1): Step {
  const [shown, remember] = useShownPage(schema.model);
  const { dataProvider } = useService();
  const [isBusy, setBusy] = useState(false);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const notify = useNotify();
  const index = placeOf(shown, id);
  const place = (shown?.start ?? 0) + index + step;
  const isThere = shown !== null && index >= 0 && place >= 0 && place < shown.total;
  const tab = parameters.get('tab');
  const open = (to: Key, stepped: Stepped): true => {
    const address = `${rowAddress(schema, to)}${tab === null ? '' : `?tab=${encodeURIComponent(tab)}`}`;
    void navigate(address, { state: stepped });
    return true;
  };
  async function turn(page: ShownPage, stepped: Stepped): Promise<boolean> {
    setBusy(true);
    try {
      const { ids, start, perPage, sort, filter } = page;
      const number = Math.floor(step < 0 ? start / perPage : (start + ids.length) / perPage + 1);
      const params = { pagination: { page: number, perPage }, sort, filter, meta: ofKeys };
      const { data, meta, total = page.total } = await dataProvider.getList(schema.model, params);
      const more = data.map((row) => row.id as Key).filter((one) => !ids.includes(one));
      const to = more.at(step < 0 ? -1 : 0);
      if (to === undefined) {
        notify(t('There are no further rows now.'), { type: 'info' });
        return false;
      }
      const isExact = (meta as { readonly exact?: boolean } | undefined)?.exact ?? page.isExact;
      const around = step < 0 ? { ids: [...more, ...ids], start: start - more.length } : { ids: [...ids, ...more] };
      remember({ ...page, total, isExact, ...around });
      return open(to, stepped);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
      return false;
    } finally {
      setBusy(false);
    }
  }
  async function go(stepped: Stepped = {}): Promise<boolean> {
    if (!shown || !isThere) return false;
    const to = shown.ids[index + step];
    return to === undefined ? turn(shown, stepped) : open(to, stepped);
  }
  return { isThere, isBusy, go };
}
