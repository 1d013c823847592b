import Box from '@mui/material/Box';

interface MarkedTextProps {
  readonly text: string;
  /** What was looked for: words with spaces between them. */
  readonly words: string;
}

/** A text in which the words that were looked for are marked. */
export function MarkedText({ text, words }: MarkedTextProps) {
  return partsOf(text, words).map(({ part, isFound, start }) =>
    isFound ? (
      <Box key={start} component="mark" sx={mark}>
        {part}
      </Box>
    ) : (
      part
    ),
  );
}

const mark = { color: 'primary.main', bgcolor: 'transparent', fontWeight: 600 } as const;

interface Part {
  readonly part: string;
  readonly isFound: boolean;
  readonly start: number;
}

/** The text in parts, of which every second one is a word that was looked for. */
function partsOf(text: string, words: string): readonly Part[] {
  const wanted = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const parts = wanted.length === 0 ? [text] : text.split(new RegExp(`(${wanted.join('|')})`, 'iu'));
  let start = 0;
  return parts.map((part, index) => {
    const before = start;
    start += part.length;
    return { part, isFound: index % 2 === 1, start: before };
  });
}
