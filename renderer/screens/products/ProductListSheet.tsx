/** The sheet that shows how a product list matches a folder, before its photographs are added. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
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
      <Text inherit mb={4} fw={500} style={{ overflowWrap: 'anywhere' }}>
        {plan.list}
      </Text>
      <Text inherit mb="xs" role="status" data-testid="product-list-sum">
        {photographs === 0
          ? t('products.nothing', { folder: baseName(folder) })
          : t('products.found', {
              photographs: t('products.photographs', counted(photographs)),
              found: number(products - missingCount),
              products: t('products.products', counted(products)),
            })}
      </Text>
      {photographs > 0 && (
        <Text inherit mb="xs" c="dimmed">
          {t('products.recipe', { name: recipe })}
        </Text>
      )}
      {photographs > 0 && !plan.namesProducts && (
        <Text inherit mb="xs" c="var(--b-uncertain)" data-testid="product-list-plain">
          {t('products.plainNames')}
        </Text>
      )}
      {plan.notes.map((note) => (
        <Text key={formatMessage(note)} inherit mb="xs" c="var(--b-uncertain)" data-testid="product-list-note">
          {formatMessage(note)}
        </Text>
      ))}
      <Stack mt="md">
        <Part title={t('products.missing', counted(missingCount))} count={missingCount} shown={missing.length}>
          {missing.map(({ sku, name }) => (
            <li key={sku}>
              {sku}
              {name !== '' && <Dimmed> {name}</Dimmed>}
            </li>
          ))}
        </Part>
        <Part
          title={t('products.otherNames', counted(otherNamesCount))}
          count={otherNamesCount}
          shown={otherNames.length}
        >
          {otherNames.map(({ sku, name }) => (
            <Text key={sku} component="li" inherit c="var(--b-uncertain)">
              {sku}
              {name !== '' && <Dimmed> {name}</Dimmed>}
            </Text>
          ))}
        </Part>
        <Part title={t('products.without', counted(withoutCount))} count={withoutCount} shown={without.length}>
          {without.map(({ message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files in several folders may have the same name, and the list never changes
            <li key={index}>{formatMessage(message)}</li>
          ))}
        </Part>
        <Part title={t('products.leftOut', counted(leftOutCount))} count={leftOutCount} shown={leftOut.length}>
          {leftOut.map(({ line, message }) => (
            <li key={line}>
              <Dimmed>{t('products.line', { line: number(line) })} </Dimmed>
              {formatMessage(message)}
            </li>
          ))}
        </Part>
      </Stack>
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

const Dimmed = ({ children }: { readonly children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);

interface PartProps {
  readonly title: string;
  readonly count: number;
  /** Number of listed ones. */
  readonly shown: number;
  readonly children: ReactNode;
}

function Part({ title, count, shown, children }: PartProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <section>
      <Title order={3} mb={4}>
        {title}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list takes the focus for the arrow keys */}
      <ul className={`${classes.names} selectable`} tabIndex={0} aria-label={title}>
        {children}
        {count > shown && (
          <li>
            <Dimmed>{t('products.more', { number: number(count - shown) })}</Dimmed>
          </li>
        )}
      </ul>
    </section>
  );
}
