/** All fields of one step, drawn from its operation's record. */
import { useTranslation } from 'react-i18next';
import { operations } from '../../preload/contract/operations/table.ts';
import type { Step } from '../../preload/contract/recipe.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './Fields.module.css';
import { groupsOf, isImplied, overriddenBy, withParam } from './formLogic.ts';

interface StepFieldsProps {
  readonly step: Step;
  /** The message for a field, where there is one. */
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (params: Step['params']) => void;
}

export function StepFields({ step, issueOf, onChange }: StepFieldsProps) {
  const { t } = useTranslation();
  const spec = operations[step.operation];
  if (spec.fields.length === 0 && spec.images.length === 1)
    return <p className={classes.note}>{t('recipes.noFields')}</p>;
  return groupsOf(spec).map((group) => (
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
}
