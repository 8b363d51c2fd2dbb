/** The second photograph of a step, where its operation takes one. */
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { PathField } from '../../forms/PathField.tsx';
import { rememberGrant } from '../../state/data/grants.ts';

interface ReferenceFieldProps {
  readonly label: string;
  readonly path: string | null;
  readonly issue: string | undefined;
  readonly onChange: (path: string | null) => void;
}

export function ReferenceField({ label, path, issue, onChange }: ReferenceFieldProps) {
  const { t } = useTranslation();
  const choose = async () => {
    const reply = await request('app.choosePhotograph', { purpose: 'reference' });
    if (reply.ok && reply.value) onChange(rememberGrant(reply.value));
  };
  return (
    <div style={{ marginTop: 8 }}>
      <PathField
        label={label}
        path={path}
        placeholder={t('recipes.reference.choose')}
        issue={issue}
        onChoose={() => void choose()}
        onClear={() => onChange(null)}
        clearLabel={t('recipes.reference.clear')}
        testId="reference"
      />
    </div>
  );
}
