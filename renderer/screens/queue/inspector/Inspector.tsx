/** The panel at the right of the queue: everything about the selected photograph. */
import { useTranslation } from 'react-i18next';
import { Centre } from '../../../components/Screen.tsx';
import { bytes } from '../../../locales/format.ts';
import { useQueueUi } from '../../../state/queueUi.ts';
import { useData } from '../../../state/store.ts';
import classes from './Inspector.module.css';
import { JobInspector } from './JobInspector.tsx';

export function Inspector() {
  const { t } = useTranslation();
  const selected = useQueueUi((ui) => ui.selection.ids);
  const jobs = useData((data) => data.jobs);
  const chosen = [...selected].flatMap((id) => jobs.get(id) ?? []);
  const [first] = chosen;
  return (
    <aside className={classes.panel} aria-label={t('queue.inspector.label')} data-testid="inspector">
      {!first && <Centre text={t('queue.inspector.none')} />}
      {first && chosen.length === 1 && <JobInspector key={first.id} job={first} />}
      {chosen.length > 1 && (
        <Centre
          title={t('queue.inspector.many', { count: chosen.length })}
          text={bytes(chosen.reduce((sum, job) => sum + job.bytes, 0))}
        />
      )}
    </aside>
  );
}
