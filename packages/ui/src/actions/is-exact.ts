import { useListContext } from 'react-admin';

/** Whether the list's count is exact. */
export function useIsExact(): boolean {
  const { meta } = useListContext() as { meta?: { exact?: boolean } };
  return meta?.exact ?? true;
}
