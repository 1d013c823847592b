import type { ToneName } from '@grimoire/protocol';

/** The design of the dashboard: every color, size, radius and shadow comes from here. A brand replaces the accent. */

export type Mode = 'light' | 'dark';

/** What a value means, for the color and the dot that show it. */
export type Tone = ToneName;

interface ToneColors {
  readonly text: string;
  readonly soft: string;
}

/** The colors of a theme. Text has a contrast of 4.5 or more on the grounds that it may stand on. */
export interface Colors {
  /** The page, what one works on, and what floats over it. */
  readonly page: string;
  readonly surface: string;
  readonly raised: string;
  /** Edges of boxes, and between rows. */
  readonly line: string;
  readonly softLine: string;
  /** Edges of inputs. */
  readonly inputLine: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly tones: Readonly<Record<Tone, ToneColors>>;
  /** Those of the initials of people: each name keeps one of them, which means nothing. */
  readonly people: readonly ToneColors[];
}

export const colors: Readonly<Record<Mode, Colors>> = {
  light: {
    page: '#f7f7f9',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#e4e5ea',
    softLine: '#eff0f3',
    inputLine: '#cfd1d9',
    text: '#16171d',
    muted: '#585c69',
    faint: '#6b6f7c',
    tones: {
      neutral: { text: '#50545f', soft: '#eeeff2' },
      info: { text: '#1b58b0', soft: '#e6effc' },
      good: { text: '#0b6845', soft: '#e3f4ec' },
      warning: { text: '#855400', soft: '#fdf1dc' },
      bad: { text: '#b02435', soft: '#fdeaec' },
    },
    people: [
      { text: '#5a3cae', soft: '#ece7fa' },
      { text: '#1b58b0', soft: '#e3edfb' },
      { text: '#0a626b', soft: '#dcf1f2' },
      { text: '#3f6212', soft: '#ebf3d9' },
      { text: '#8a4b08', soft: '#faecd8' },
      { text: '#9a2a68', soft: '#fae5f0' },
    ],
  },
  dark: {
    page: '#101116',
    surface: '#17181f',
    raised: '#1e2029',
    line: '#2a2c36',
    softLine: '#22242d',
    inputLine: '#3a3d4a',
    text: '#eceef4',
    muted: '#a9adbb',
    faint: '#9297a6',
    tones: {
      neutral: { text: '#b4b8c5', soft: '#262832' },
      info: { text: '#8ab8ff', soft: '#1a2740' },
      good: { text: '#63d6a5', soft: '#16312a' },
      warning: { text: '#ecbb68', soft: '#352a15' },
      bad: { text: '#ff919d', soft: '#3a1d23' },
    },
    people: [
      { text: '#c5b4ff', soft: '#2b2447' },
      { text: '#8ab8ff', soft: '#1c2a45' },
      { text: '#74d3da', soft: '#15312f' },
      { text: '#b4d678', soft: '#26301a' },
      { text: '#ecbb68', soft: '#382c17' },
      { text: '#ff9ecb', soft: '#3b1d2e' },
    ],
  },
};

/** Used where a brand has no color of its own, or one that is no color. */
export const defaultAccent = '#5747d1';

export const font = {
  family: '"Inter Variable", system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif',
  /** Pixels. */
  size: 13.5,
  small: 12,
  title: 20,
} as const;

/** Pixels. */
export const radius = { small: 6, middle: 8, large: 12 } as const;

/** Pixels. */
export const sizes = { menu: 236, row: 41, denseRow: 33, control: 34, input: 36, gutter: 24 } as const;

export const shadows: Readonly<Record<Mode, { readonly resting: string; readonly floating: string }>> = {
  light: {
    resting: '0 1px 2px rgb(16 18 30 / 0.05)',
    floating: '0 12px 40px rgb(16 18 30 / 0.18), 0 2px 8px rgb(16 18 30 / 0.08)',
  },
  dark: { resting: 'none', floating: '0 16px 48px rgb(0 0 0 / 0.6)' },
};
