import type { Advice, DoctorReport, Unserved } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Moment } from '../cells/moment.tsx';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { useService } from '../session/service.ts';
import { Statements } from './statements.tsx';
import { t } from '../texts/text.ts';

/** What no index of the database serves, and the statements that change that; for superusers. */
export function DoctorPage() {
  const { client } = useService();
  const { data, error, isPending, refetch } = useQuery({ queryKey: ['doctor'], queryFn: ({ signal }) => client.doctor({ signal }) });
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PageHead title={t('Database')} />
      {isPending && <LinesSkeleton text={t('The database is asked for its plans.')} count={8} height={41} />}
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {data && <Report {...data} />}
    </Box>
  );
}

function Report({ examined, examined_at: at, unserved, advice, notes }: DoctorReport) {
  return (
    <>
      <Typography>
        {t('Examined: %{uses} uses of one large table. |||| Examined: %{uses} uses of %{count} large tables.', {
          uses: examined.uses,
          count: examined.tables,
        })}{' '}
        <Moment value={at} />
      </Typography>
      {unserved.length + advice.length === 0 && <Alert severity="success">{t('No problems.')}</Alert>}
      {unserved.length > 0 && (
        <Section title={t('What no index serves')}>
          {unserved.map((use) => (
            <Lack key={`${use.model} ${use.kind} ${use.fields.join()}`} {...use} />
          ))}
        </Section>
      )}
      {advice.length > 0 && (
        <Section title={t('Advice')}>
          {advice.map((one) => (
            <Hint key={one.problem} {...one} />
          ))}
        </Section>
      )}
      {notes.length > 0 && (
        <Section title={t('Notes')}>
          <Sentences sentences={notes} />
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Lack({ model, problem, plan, cure, notes }: Unserved) {
  return (
    <Card>
      <CardContent>
        <Typography component="h3" variant="body1" sx={{ fontWeight: 600 }}>
          {model}
        </Typography>
        <Typography>{problem}</Typography>
        {cure !== null && <Statements text={cure} />}
        <Sentences sentences={notes} />
        <Box component="details" sx={{ mt: 1 }}>
          <summary>{t('Plan')}</summary>
          <Box component="pre" tabIndex={0} aria-label={t('Plan')} sx={{ overflowX: 'auto', m: 0 }}>
            {plan.join('\n')}
          </Box>
        </Box>
      </CardContent>
    </Card>
  );
}

function Hint({ problem, cure }: Advice) {
  return (
    <Card>
      <CardContent>
        <Typography>{problem}</Typography>
        {cure !== null && <Statements text={cure} />}
      </CardContent>
    </Card>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <Typography key={sentence} variant="body2" color="textSecondary">
      {sentence}
    </Typography>
  ));
}
