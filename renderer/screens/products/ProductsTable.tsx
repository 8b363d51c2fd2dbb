/** The products of a batch: how many photographs of each there are, what became of them, and what is missing. */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductStatus } from '../../../contract/intake/product-list.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { requestQuietly } from '../../bridge.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount as number } from '../../locales/format.ts';
import { openBatchInReview, showInQueue } from '../../state/batches/openBatch.ts';
import { closeProducts, saveProducts, useProducts } from '../../state/processing/products.ts';
import classes from './Products.module.css';

/** How often it is looked at while it is open, in ms: the queue goes on below it. */
const everyMs = 1000;
/** Rows that are written into the page; the file has all. */
const maxShownRows = 2000;

export function ProductsTable() {
  const { t } = useTranslation();
  const batch = useProducts(({ table }) => table);
  const standings = useStandings(batch?.id ?? null);
  if (batch === null || standings === null) return null;
  const startProcessing = (to: (batchId: number) => void) => {
    closeProducts();
    to(batch.id);
  };
  const lacking = standings.filter(({ missing }) => missing > 0).length;
  return (
    <Sheet
      onClose={closeProducts}
      title={t('products.table.title', { name: formatMessage(batch.title) })}
      size={760}
      data-testid="products"
    >
      <p role="status" className={classes.line} data-testid="products-sum">
        {lacking === 0
          ? t('products.table.whole')
          : t('products.table.lacking', { count: lacking, number: number(lacking) })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={classes.rows} tabIndex={0} aria-label={t('products.show')}>
        <table className={`${classes.table} selectable`} data-testid="products-table">
          <thead>
            <tr>
              <th>{t('products.table.sku')}</th>
              <th>{t('products.table.name')}</th>
              {amounts.map((key) => (
                <th key={key} className={classes.amount}>
                  {t(`products.table.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.slice(0, maxShownRows).map((product) => (
              <tr key={product.sku}>
                <td>{product.sku}</td>
                <td>{product.name}</td>
                {amounts.map((key) => (
                  <td
                    key={key}
                    className={`${classes.amount} numbers`}
                    data-kind={key}
                    data-none={product[key] === 0 || undefined}
                  >
                    {number(product[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {standings.length > maxShownRows && (
          <p className={classes.line}>{t('products.more', { number: number(standings.length - maxShownRows) })}</p>
        )}
      </section>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => startProcessing(showInQueue)} data-testid="products-in-queue">
          {t('menus.showInQueue')}
        </Button>
        <Button
          variant="default"
          mr="auto"
          onClick={() => startProcessing(openBatchInReview)}
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

/** Of the batch, looked at again and again; null until it is known. */
function useStandings(batchId: number | null): readonly ProductStatus[] | null {
  const [found, setFound] = useState<{ id: number; standings: readonly ProductStatus[] } | null>(null);
  useEffect(() => {
    if (batchId === null) return;
    let isCurrent = true;
    const read = async () => {
      const reply = await requestQuietly('products.ofBatch', { batchId });
      if (isCurrent && reply.ok && reply.value !== null) setFound({ id: batchId, standings: reply.value });
    };
    void read();
    const timer = setInterval(() => void read(), everyMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [batchId]);
  return found !== null && found.id === batchId ? found.standings : null;
}
