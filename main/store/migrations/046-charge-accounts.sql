-- Account that a request's idempotency key was sent to (hash of base URL and API key): no other account knows the key.
ALTER TABLE ledger ADD COLUMN account_id TEXT;
-- Prices are no longer learned from balances.
DROP INDEX ledger_learned;
