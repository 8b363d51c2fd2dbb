/** What a product list comes to with the photographs of a folder, before anything is added. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { baseName, formatCount as number } from '../../locales/format.ts';
import { addProducts, closeProductList, useProducts } from '../../state/processing/products.ts';
import classes from './Products.module.css';

export function ProductListSheet() {
  const { t } = useTranslation();
  const sheet = useProducts((state) => state.sheet);
  if (sheet === null) return null;
  const { plan, folder, recipe } = sheet;
  const { photographs, products, missing, missingCount, without, withoutCount, leftOut, leftOutCount } = plan;
  const { otherNames, otherNamesCount } = plan;
  const counted = (count: number) => ({ count, number: number(count) });
  return (
    <Sheet onClose={closeProductList} title={t('products.title')} size={640} data-testid="product-list">
      <p className={classes.what}>{plan.list}</p>
      <p role="status" className={classes.line} data-testid="product-list-sum">
        {photographs === 0
          ? t('products.nothing', { folder: baseName(folder) })
          : t('products.found', {
              photographs: t('products.photographs', counted(photographs)),
              found: number(products - missingCount),
              products: t('products.products', counted(products)),
            })}
      </p>
      {photographs > 0 && <p className={classes.note}>{t('products.recipe', { name: recipe })}</p>}
      {photographs > 0 && !plan.namesProducts && (
        <p className={classes.warn} data-testid="product-list-plain">
          {t('products.plainNames')}
        </p>
      )}
      {plan.notes.map((note) => (
        <p key={formatMessage(note)} className={classes.warn} data-testid="product-list-note">
          {formatMessage(note)}
        </p>
      ))}
      <div className={classes.parts}>
        <Part title={t('products.missing', counted(missingCount))} count={missingCount} shown={missing.length}>
          {missing.map(({ sku, name }) => (
            <li key={sku}>
              {sku}
              {name !== '' && <span className={classes.dimmed}> {name}</span>}
            </li>
          ))}
        </Part>
        <Part
          title={t('products.otherNames', counted(otherNamesCount))}
          count={otherNamesCount}
          shown={otherNames.length}
        >
          {otherNames.map(({ sku, name }) => (
            <li key={sku} className={classes.toLookAt}>
              {sku}
              {name !== '' && <span className={classes.dimmed}> {name}</span>}
            </li>
          ))}
        </Part>
        <Part title={t('products.without', counted(withoutCount))} count={withoutCount} shown={without.length}>
          {without.map(({ message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of files in several folders may be the same, and the list stays as it is
            <li key={index}>{formatMessage(message)}</li>
          ))}
        </Part>
        <Part title={t('products.leftOut', counted(leftOutCount))} count={leftOutCount} shown={leftOut.length}>
          {leftOut.map(({ line, message }) => (
            <li key={line}>
              <span className={classes.dimmed}>{t('products.line', { line: number(line) })} </span>
              {formatMessage(message)}
            </li>
          ))}
        </Part>
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="subtle"
          color="gray"
          onClick={closeProductList}
          data-autofocus={photographs === 0 || undefined}
          data-testid="product-list-cancel"
        >
          {t('actions.cancel')}
        </Button>
        <Button
          onClick={() => void addProducts()}
          disabled={photographs === 0}
          data-autofocus={photographs > 0 || undefined}
          data-testid="product-list-go"
        >
          {t('products.go', counted(photographs))}
        </Button>
      </Group>
    </Sheet>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  /** How many of them are listed. */
  readonly shown: number;
  readonly children: ReactNode;
}

function Part({ title, count, shown, children }: PartProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <section>
      <h3 className={classes.head}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <ul className={`${classes.names} selectable`} tabIndex={0} aria-label={title}>
        {children}
        {count > shown && <li className={classes.dimmed}>{t('products.more', { number: number(count - shown) })}</li>}
      </ul>
    </section>
  );
}
