import { type ComponentType, type FC, useLayoutEffect, useState } from 'react';

/** A component whose code is loaded when it is needed. */
export interface LoadedPart<Props> extends FC<Props> {
  /** Loads its code before it is drawn. A failure is told where it is drawn. */
  readonly load: () => void;
}

/**
 * A component whose code is loaded when it is first drawn. Until then `Waiting` is drawn in its place. Where the code can not be loaded, `Failed` is; without
 * that, it throws what `load` was rejected with. It calls `load` again when it is mounted again.
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
    const [outcome, setOutcome] = useState<{ readonly failure?: unknown }>({});
    const Loaded = code;
    const isWaiting = Loaded === undefined;
    useLayoutEffect(() => {
      if (!isWaiting) return;
      loaded().then(
        () => setOutcome({}),
        (failure: unknown) => setOutcome({ failure }),
      );
    }, [isWaiting]);
    if (Loaded) return <Loaded {...props} />;
    if (!('failure' in outcome)) return <Waiting {...props} />;
    if (!Failed) throw outcome.failure;
    return <Failed {...props} />;
  }

  return Object.assign(Part, { load: () => void loaded().catch(() => undefined) });
}

function Nothing() {
  return null;
}
