import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react';
import { useEvent } from 'react-admin';

/** What the palette can do at a place, beside leading to another one. */
export interface Command {
  readonly key: string;
  /** The heading above it and those like it. */
  readonly group?: string;
  readonly text: string;
  /** What it works on: a row, the rows that are ticked, the list, or the dashboard. */
  readonly kind: string;
  readonly icon?: ReactElement;
  readonly run: () => void;
}

type Offer = () => readonly Command[];

const CommandsContext = createContext<Set<Offer> | null>(null);

/** Around the pages that offer commands, and the palette that shows them. */
export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [offers] = useState(() => new Set<Offer>());
  return <CommandsContext value={offers}>{children}</CommandsContext>;
}

/** Offers commands in the palette, as long as the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const offers = useContext(CommandsContext);
  const offer = useEvent(() => commands);
  useEffect(() => {
    offers?.add(offer);
    return () => void offers?.delete(offer);
  }, [offers, offer]);
}

/** Reads what the page offers at present. */
export function useOffered(): readonly Command[] {
  const offers = useContext(CommandsContext);
  return [...(offers ?? [])].flatMap((offer) => offer());
}
