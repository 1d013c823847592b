import { type ComponentType, type FC, useLayoutEffect, useState } from 'react';

/** The error of a part whose code could not be loaded. A browser may not ask for it again before the page is loaded anew. */
export class NotLoaded extends Error {}

/** A component whose code is loaded when it is needed. */
export interface LoadedPart<Props> extends FC<Props> {
  /** Loads its code before it is drawn. A failure is told where it is drawn. */
  readonly load: () => void;
}

/**
 * A component whose code is loaded when it is first drawn. Until then `Waiting` is drawn in its place. Where the code can not be loaded, `Failed` is; without
 * that, it throws a {@link NotLoaded}. It calls `load` again when it is mounted again.
 *
 * `Suspense` of React does the same, but draws what was loaded at the earliest 300 ms after the last fallback of the page, however early it is there.
 */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
  Failed?: ComponentType<Props>,
): LoadedPart<Props> {
  let code: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  async function start(): Promise<void> {
    try {
      code = await load();
    } finally {
      loading = undefined;
    }
  }

  function loaded(): Promise<void> {
    if (code) return Promise.resolve();
    loading ??= start();
    return loading;
  }

  function Part(props: Props) {
    const [outcome, setOutcome] = useState<{ readonly failure?: NotLoaded }>({});
    const Loaded = code;
    const isWaiting = Loaded === undefined;
    useLayoutEffect(() => {
      if (!isWaiting) return;
      loaded().then(
        () => setOutcome({}),
        (failure: unknown) => setOutcome({ failure: new NotLoaded(String(failure), { cause: failure }) }),
      );
    }, [isWaiting]);
    // `Failed` stays until this part is unmounted, even if the code is loaded for another part meanwhile: the user may be typing in it.
    if (outcome.failure) {
      if (!Failed) throw outcome.failure;
      return <Failed {...props} />;
    }
    return Loaded ? <Loaded {...props} /> : <Waiting {...props} />;
  }

  return Object.assign(Part, { load: () => void loaded().catch(() => undefined) });
}

function Nothing() {
  return null;
}
