import { focusManager, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBrowser } from '../testing/fake-browser.ts';
import { settingsOfTests } from '../testing/fake-service.tsx';
import { isAway } from './failure.ts';
import { createService, type Service, watchWindow } from './service.ts';
import { signInAgain } from './sign-in-again.ts';

// A page of the real room in a fake browser, and what happens to it in any order. What must be true is asked after each event.

const users = ['ada', 'bob'] as const;
type User = (typeof users)[number];

/** What happens, with whom or how. A `pause` lets milliseconds pass: without one, the next thing happens while requests of the last one are on their way. */
type Happening = readonly [name: keyof World['does'], argument?: string | number];

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('pause' as const), fc.constantFrom(15, 25, 60, 60, 2000, 30_000)) },
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('type', 'save', 'focus', 'reads')) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('signs in elsewhere', 'signs in again', 'signs out and in'), fc.constantFrom(...users)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('service is away' as const), fc.constantFrom('unreachable', 'restarting')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('service is back' as const)) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('hides', 'shows', 'session ends', 'signs out elsewhere', 'loses the token', 'leaves', 'discards')),
  },
);

type List = QueryObserver<unknown, Error, unknown, unknown, string[]>;

/** A page with a form and a list. */
class Page {
  readonly service: Service;
  /** To whom the page belongs; undefined while it asks who signs in. */
  user: User | undefined;
  /** The list, which is shown while it is known to whom the page belongs. */
  list: List | undefined;
  /** What stands in the form, and what of it is saved. */
  text = 0;
  saved = 0;
  isSaving = false;
  isSigningIn = false;
  readonly #endOfWindow: () => void;
  #endOfList: (() => void) | undefined;

  constructor(browser: FakeBrowser) {
    this.service = createService({ ...settingsOfTests, hasHostSessions: false }, browser.fetch);
    this.#endOfWindow = watchWindow(this.service);
  }

  belongsTo(user: User | undefined): void {
    const { queryClient, client } = this.service;
    this.user = user;
    this.#endOfList?.();
    this.list = user && new QueryObserver(queryClient, { queryKey: ['list'], queryFn: (): Promise<unknown> => client.schema() });
    this.#endOfList = this.list?.subscribe(() => undefined);
  }

  end(): void {
    this.belongsTo(undefined);
    this.#endOfWindow();
    this.service.queryClient.clear();
  }
}

/** All of it, with the numbers of saves by those who have pressed the button. */
class World {
  readonly browser = new FakeBrowser();
  readonly savedBy = new Map<number, User>();
  readonly wrongs: string[] = [];
  page = new Page(this.browser);
  /** Whether the user has said that what they entered may go. */
  mayLose = false;
  reloads = 0;
  #texts = 0;

  /** The page loads itself anew, for the user whose session it is then. */
  reload(): void {
    this.reloads += 1;
    if (this.page.service.unsaved.isThere && !this.mayLose) this.wrongs.push('typed input was reloaded away');
    this.page.end();
    this.page = new Page(this.browser);
    void this.open();
  }

  async open(): Promise<void> {
    const { page } = this;
    const identity = await page.service.authProvider.getIdentity?.().catch(() => undefined);
    page.belongsTo(users.find((one) => one === identity?.id));
  }

  readonly does = {
    pause: (milliseconds: never) => vi.advanceTimersByTimeAsync(milliseconds),
    type: () => this.type(),
    save: () => void this.save(),
    discards: () => this.discard(),
    reads: () => void this.page.list?.refetch(),
    focus: () => window.dispatchEvent(new Event('focus')),
    hides: () => focusManager.setFocused(false),
    shows: () => focusManager.setFocused(true),
    'session ends': () => this.browser.endSession(),
    'signs in elsewhere': (user: never) => this.browser.signIn(user),
    'signs out elsewhere': () => this.browser.signOut(),
    'loses the token': () => this.browser.loseToken(),
    'signs in again': (user: never) => void this.signInAgain(user),
    leaves: () => void this.leave(),
    'signs out and in': (user: never) => void this.change(user),
    'service is away': (how: never) => void (this.browser.absence = how),
    'service is back': () => void (this.browser.absence = null),
  };

  /** The states in which the page is. */
  states(): Readonly<Record<string, boolean>> {
    const { session, reach, unsaved } = this.page.service;
    return {
      waiting: session.isWaiting(),
      replaced: session.replacedBy() !== null,
      away: !reach.isThere,
      dirty: unsaved.isThere,
      saving: this.page.isSaving,
      'saving while the session has ended': this.page.isSaving && session.isWaiting(),
      'of another user': this.page.user === 'bob',
      reloaded: this.reloads > 0,
      saved: this.browser.done.length > 0,
    };
  }

  type(): void {
    const { page } = this;
    // The form takes no input while it is being saved, and none under a dialog.
    if (page.user === undefined || page.isSaving || page.service.session.isWaiting()) return;
    this.#texts += 1;
    page.text = this.#texts;
    page.service.unsaved.set(page, () => Promise.resolve(true));
  }

  discard(): void {
    const { page } = this;
    if (page.isSaving || page.service.session.isWaiting()) return;
    page.text = page.saved;
    page.service.unsaved.set(page, null);
  }

  async save(): Promise<void> {
    const { page, browser } = this;
    if (page.user === undefined || page.isSaving || page.text === page.saved || page.service.session.isWaiting()) return;
    page.isSaving = true;
    const [save, text] = [this.savedBy.size + 1, page.text];
    this.savedBy.set(save, page.user);
    const isOk = await page.service.client
      .model('shop.Order')
      .create({ save })
      .then(
        () => true,
        () => false,
      );
    page.isSaving = false;
    if (!isOk || page.text !== text) return;
    if (!browser.done.some((one) => one.save === save)) this.wrongs.push(`save ${save} was told to be done, and was not`);
    page.saved = page.text;
    page.service.unsaved.set(page, null);
  }

  /** Leaves the dialog of a session that has ended. */
  async leave(): Promise<void> {
    const { user, service } = this.page;
    if (user !== undefined && service.session.isWaiting()) await this.signOutAndIn(user, () => service.session.settle(false));
  }

  async change(next: User): Promise<void> {
    const { user, service } = this.page;
    if (user !== undefined && !service.session.isWaiting()) await this.signOutAndIn(next, () => undefined);
  }

  async signInAgain(by: User): Promise<void> {
    const { page } = this;
    // The dialog signs in once at a time.
    if (!page.service.session.isWaiting() || page.isSigningIn) return;
    page.isSigningIn = true;
    // Another user has been warned: the browser asks before it leaves the page.
    if (by !== page.user) this.mayLose = true;
    await signInAgain(page.service, { username: by, password: '' }).catch(() => undefined);
    page.isSigningIn = false;
    this.mayLose = false;
  }

  /** Signs out, after a question where there is unsaved input; the page of the next user is the same document. */
  async signOutAndIn(next: User, before: () => void): Promise<void> {
    const { page } = this;
    const { unsaved, authProvider, queryClient } = page.service;
    unsaved.giveUp();
    before();
    page.belongsTo(undefined);
    await authProvider.logout({}).catch(() => undefined);
    queryClient.clear();
    page.text = page.saved;
    await authProvider.login({ username: next, password: '' }).catch(() => undefined);
    if (page === this.page) await this.open();
  }

  /** What is wrong at this moment, beside what was wrong at a moment before. */
  check(): void {
    const { browser, savedBy, wrongs } = this;
    for (const { user: by, save } of browser.done)
      if (by !== savedBy.get(save)) wrongs.push(`save ${save} of ${savedBy.get(save)} was done in the name of ${by}`);
    if (new Set(browser.done.map(({ save }) => save)).size < browser.done.length) wrongs.push('a save was done twice');
    for (const [save, times] of browser.sent) if (times > 1 + (browser.refused.get(save) ?? 0)) wrongs.push(`save ${save} was sent again`);
    expect(wrongs).toEqual([]);
  }

  /** The service is back, and the user whose page it is signs in in another tab, and looks at the page. */
  async recover(): Promise<void> {
    this.browser.absence = null;
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(60_000);
    if (this.page.user === undefined)
      await Promise.all([this.signOutAndIn('ada', () => this.page.service.session.settle(false)), vi.advanceTimersByTimeAsync(1000)]);
    this.browser.signIn(this.page.user ?? 'ada');
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(60_000);
    const { list } = this.page;
    // What the service was away for was read again; what was refused, the user asks for again.
    expect(isAway(list?.getCurrentResult().error)).toBe(false);
    if (list?.getCurrentResult().isError) await Promise.all([list.refetch(), vi.advanceTimersByTimeAsync(1000)]);
    const { session, reach, unsaved } = this.page.service;
    expect([session.isWaiting(), session.replacedBy(), reach.isThere, this.page.isSaving]).toEqual([false, null, true, false]);
    expect(list?.getCurrentResult()).toMatchObject({ status: 'success', fetchStatus: 'idle' });
    expect(unsaved.isThere).toBe(this.page.text !== this.page.saved);
    this.type();
    await Promise.all([this.save(), vi.advanceTimersByTimeAsync(1000)]);
    expect(unsaved.isThere).toBe(false);
    this.check();
  }
}

describe('the life of a signed-in page', () => {
  let world: World;
  const states = new Set<string>();
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    focusManager.setFocused(undefined);
  });

  /** A page of Ada, and then these happenings. */
  async function live(happenings: readonly Happening[]): Promise<void> {
    world = new World();
    vi.spyOn(location, 'reload').mockImplementation(() => world.reload());
    try {
      world.browser.signIn('ada');
      void world.open();
      await vi.advanceTimersByTimeAsync(1000);
      for (const [name, argument] of happenings) {
        await world.does[name](argument as never);
        world.check();
        for (const [state, isIt] of Object.entries(world.states())) if (isIt) states.add(state);
      }
      await world.recover();
    } finally {
      world.page.end();
      world.browser.signOut();
      focusManager.setFocused(undefined);
      vi.clearAllTimers();
    }
  }

  it('keeps what was typed, writes in no other name and no more than once, and goes on once the service is back', async () => {
    const lives = fc.asyncProperty(fc.array(happening, { minLength: 15, maxLength: 40, size: 'max' }), live);
    await fc.assert(lives, { numRuns: Number(process.env['LIVES'] ?? 200) });
    // A model that comes to few states says little.
    expect([...states.keys()].toSorted()).toEqual(Object.keys(world.states()).toSorted());
  });

  it.each<readonly [name: string, happenings: readonly Happening[]]>([
    ['between the press of the button and the request', [['type'], ['save'], ['signs in elsewhere', 'bob']]],
    [
      'while it is asked whose session it is',
      [['signs in elsewhere', 'ada'], ['type'], ['save'], ['pause', 25], ['signs in elsewhere', 'bob']],
    ],
    [
      'while that can not be asked',
      [['type'], ['signs in elsewhere', 'bob'], ['service is away', 'restarting'], ['save'], ['pause', 30], ['service is back']],
    ],
    [
      'while the page asks whose it is',
      [['signs out and in', 'ada'], ['pause', 110], ['signs in elsewhere', 'bob'], ['pause', 60], ['type'], ['save']],
    ],
  ])('writes nothing in the name of another user who signs in %s', async (_name, happenings) => {
    await live([...happenings, ['pause', 2000]]);
  });

  it('is that of the other user once nothing is unsaved, though the page has named them before', async () => {
    await live([['type'], ['signs in elsewhere', 'bob'], ['focus'], ['pause', 60], ['discards'], ['focus'], ['pause', 2000]]);
    expect(world.reloads).toBe(1);
  });
});
