/** The fields of one step, drawn from its operation's record: the everyday ones first, the others folded. */
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';
import { CollapsibleSection } from '../../../components/CollapsibleSection.tsx';
import { describeDifferences } from '../../../forms/describeParams.ts';
import classes from '../../../forms/Fields.module.css';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { FieldInput } from './FieldInput.tsx';
import { groupsOf, isImplied, overriddenBy, withParam } from './formLogic.ts';

interface StepFieldsProps {
  readonly step: Step;
  /** Of its fold. */
  readonly name: string;
  /** The message for a field, where there is one. */
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (params: Step['params']) => void;
}

export function StepFields({ step, name, issueOf, onChange }: StepFieldsProps) {
  const { t } = useTranslation();
  const spec = localizedOperation(step.operation);
  const fields: readonly Field[] = spec.fields;
  if (fields.length === 0 && spec.images.length === 1) return <p className={classes.note}>{t('recipes.noFields')}</p>;
  const folded = fields.filter((field) => field.isFolded);
  const groups = (shown: readonly Field[]) =>
    groupsOf(shown).map((group) => (
      <div key={group.title} className={classes.group}>
        {group.title && <h3>{group.title}</h3>}
        {group.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={step.params[field.name]}
            overriddenBy={overriddenBy(spec, field.name, step.params)}
            implied={isImplied(spec, field.name, step.params)}
            issue={issueOf(field.name)}
            onChange={(value) => onChange(withParam(step.params, field.name, value))}
          />
        ))}
      </div>
    ));
  return (
    <>
      {groups(fields.filter((field) => !field.isFolded))}
      {folded.length > 0 && (
        <CollapsibleSection
          name={name}
          title={t('recipes.moreFields')}
          summary={describeDifferences(spec, step.params, folded) || t('recipes.allDefault')}
          hasIssue={folded.some((field) => issueOf(field.name) !== undefined)}
        >
          <div>{groups(folded)}</div>
        </CollapsibleSection>
      )}
    </>
  );
}
