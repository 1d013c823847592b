import { useState } from 'react';

/** Whether something is so, or has been so since the component was mounted: an input is not replaced by another one while a person types in it. */
export function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}
