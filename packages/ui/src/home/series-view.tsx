import type { Series } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { loadedPart } from '../loading/loaded-part.tsx';
import { hidden } from '../theme/hidden.ts';
import { lineColor } from './line-color.ts';
import { fullText } from './number-look.ts';
import { pointText } from './point-text.ts';
import { t } from '../texts/text.ts';

/** The height of every chart, also before it is there: nothing moves when it comes. */
export const chartHeight = 266;

/** Loaded where there is a chart. */
export const Chart = loadedPart(async () => (await import('./chart.tsx')).Chart, ChartSpace, NoChart);

function ChartSpace() {
  return <Box sx={{ height: chartHeight }} />;
}

function NoChart() {
  return (
    <Typography sx={{ minHeight: chartHeight, color: 'text.secondary' }}>{t('This could not be loaded. Reload the page.')}</Typography>
  );
}

interface SeriesViewProps {
  readonly shown: Series['series'];
  readonly label: string;
}

/** Numbers along time as a chart, and as a table for screen readers. */
export function SeriesView({ shown, label }: SeriesViewProps) {
  if (shown.points.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('Nothing yet.')}</Typography>;
  return (
    <>
      {shown.lines.length > 1 && <Legend shown={shown} />}
      <Chart shown={shown} label={label} height={chartHeight} />
      <ValuesTable shown={shown} label={label} />
    </>
  );
}

function Legend({ shown }: { readonly shown: Series['series'] }) {
  const theme = useTheme();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', mb: 1 }}>
      {shown.lines.map((line, place) => (
        <Typography key={line.key} variant="caption" sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
          <Box component="span" aria-hidden sx={{ width: 10, height: 10, borderRadius: '3px', bgcolor: lineColor(theme, line, place) }} />
          {line.label}
        </Typography>
      ))}
    </Box>
  );
}

function ValuesTable({ shown, label }: SeriesViewProps) {
  return (
    // A table is as high as its rows, whatever its style says.
    <Box sx={hidden}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            {shown.lines.map((line) => (
              <th key={line.key} scope="col">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.points.map((point, place) => (
            <tr key={point}>
              <th scope="row">{pointText(shown, place)}</th>
              {shown.lines.map((line) => (
                <td key={line.key}>{fullText(line.values[place], shown.unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
