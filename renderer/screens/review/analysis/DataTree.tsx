/** The whole answer as a tree that folds, for those who want every number. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Analysis.module.css';

/** Long lists are cut here: everything is in "Copy the data". */
const maxShownItems = 250;

export function DataTree({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation();
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={classes.leaf}>
        <span>{name}</span> {String(value)}
      </div>
    );
  }
  const entries = Object.entries(value);
  return (
    <Branch label={name} hint={t('review.analysis.items', { count: entries.length })}>
      {entries.slice(0, maxShownItems).map(([key, child]) => (
        <DataTree key={key} name={key} value={child} />
      ))}
      {entries.length > maxShownItems && <div className={classes.leaf}>…</div>}
    </Branch>
  );
}

/** The children exist only while it is open. */
function Branch({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.branch} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label} <i>{hint}</i>
      </summary>
      {open && children}
    </details>
  );
}
