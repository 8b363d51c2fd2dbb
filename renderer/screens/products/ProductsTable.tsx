/** The products of a batch, with the numbers of their photographs by state. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductStatus } from '../../../contract/intake/product-list.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { requestQuietly } from '../../bridge.ts';
import { Sheet } from '../../components/Sheet.tsx';
import tables from '../../components/Table.module.css';
import { formatCount as number } from '../../locales/format.ts';
import { openBatchInReview, showInQueue } from '../../state/batches/openBatch.ts';
import { closeProducts, saveProducts, useProducts } from '../../state/processing/products.ts';
import classes from './Products.module.css';

/** The sheet reads the products again this often, because the queue is running. */
const refreshMs = 1000;
/** Limit of rows in the sheet. The saved file has all. */
const maxShownRows = 2000;

export function ProductsTable() {
  const { t } = useTranslation();
  const batch = useProducts(({ table }) => table);
  const products = useProductStatuses(batch?.id ?? null);
  if (batch === null || products === null) return null;
  const closeAndShow = (show: (batchId: number) => void) => {
    closeProducts();
    show(batch.id);
  };
  const incompleteCount = products.filter(({ missing }) => missing > 0).length;
  return (
    <Sheet
      onClose={closeProducts}
      title={t('products.table.title', { name: formatMessage(batch.title) })}
      size={760}
      data-testid="products"
    >
      <Text inherit mb="xs" role="status" data-testid="products-sum">
        {incompleteCount === 0
          ? t('products.table.whole')
          : t('products.table.lacking', { count: incompleteCount, number: number(incompleteCount) })}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table takes the focus for the arrow keys */}
      <section className={classes.rows} tabIndex={0} aria-label={t('products.show')}>
        <table className={`${tables.table} selectable`} data-testid="products-table">
          <thead>
            <tr>
              <th>{t('products.table.sku')}</th>
              <th>{t('products.table.name')}</th>
              {amounts.map((key) => (
                <Box key={key} component="th" w={72} ta="right">
                  {t(`products.table.${key}`)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.slice(0, maxShownRows).map((product) => (
              <tr key={product.sku}>
                <td>{product.sku}</td>
                <td>{product.name}</td>
                {amounts.map((key) => (
                  <Text
                    key={key}
                    component="td"
                    inherit
                    className="numbers"
                    ta="right"
                    c={product[key] === 0 ? 'dimmed' : amountColors[key]}
                  >
                    {number(product[key])}
                  </Text>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {products.length > maxShownRows && (
          <Text inherit mb="xs">
            {t('products.more', { number: number(products.length - maxShownRows) })}
          </Text>
        )}
      </section>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => closeAndShow(showInQueue)} data-testid="products-in-queue">
          {t('menus.showInQueue')}
        </Button>
        <Button
          variant="default"
          mr="auto"
          onClick={() => closeAndShow(openBatchInReview)}
          data-testid="products-review"
        >
          {t('queue.done.review')}
        </Button>
        <Button variant="default" onClick={() => void saveProducts(batch.id)} data-testid="products-save">
          {t('products.table.save')}
        </Button>
        <Button onClick={closeProducts} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}

const amounts = ['found', 'done', 'failed', 'missing'] as const;
const amountColors = { found: 'inherit', done: 'inherit', failed: 'var(--b-failed)', missing: 'var(--b-uncertain)' };

/** Returns the current products of a batch, or null until they are known. */
function useProductStatuses(batchId: number | null): readonly ProductStatus[] | null {
  const [latest, setLatest] = useState<{ id: number; products: readonly ProductStatus[] } | null>(null);
  useEffect(() => {
    if (batchId === null) return;
    let isCurrent = true;
    const read = async () => {
      const reply = await requestQuietly('products.ofBatch', { batchId });
      if (isCurrent && reply.ok && reply.value !== null) setLatest({ id: batchId, products: reply.value });
    };
    void read();
    const timer = setInterval(() => void read(), refreshMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [batchId]);
  return latest?.id === batchId ? latest.products : null;
}
