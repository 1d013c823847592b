import type { ListLink } from '@grimoire/protocol';
import { useQuery } from '@tanstack/react-query';
import { useService } from '../session/service.ts';
import { homeQueryOf } from './home-query.ts';
import { listAddress } from './list-address.ts';

/**
 * The address of a list by its link. Its days stay relative to today, unless those of the cards are of another time zone than those of lists: then
 * the list has the days of the card.
 */
export function useListAddress(): (link: ListLink) => string {
  const { client } = useService();
  const { data } = useQuery({ ...homeQueryOf(client), enabled: false });
  const zone = data?.time_zone ?? null;
  const isOwn = zone === null || zone === new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ({ model, query, relative }) => listAddress({ model, query: isOwn ? (relative ?? query) : query });
}
