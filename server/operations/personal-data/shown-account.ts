import { OF_USER, type Shown } from './shown.ts'

/** The account, and how it is used. */
export const SHOWN_OF_ACCOUNT: Shown[] = [
  {
    table: 'users',
    as: 'account',
    whose: 'id',
    by: 'id',
    shows: `
      full_name email is_email_verified phone is_phone_verified phone_proven_at google_subject
      role rights is_blocked is_guest is_name_hidden news_off_at age spending_lock credentials_changed_at
      created_at updated_at`,
    hides: 'id password_hash signed_out_before claimed_by deleted_at',
  },
  {
    table: 'consent',
    ...OF_USER,
    as: 'consents',
    shows: 'purpose is_given words source created_at',
    hides: 'id user_id',
  },
  {
    table: 'parent_request',
    ...OF_USER,
    as: 'parent',
    shows: 'email asked_at answered_at is_agreed',
    hides: 'id user_id',
  },
  {
    table: 'address_undo',
    ...OF_USER,
    as: 'changesOfAddress',
    shows: 'email phone is_phone_verified google_subject created_at expires_at used_at',
    hides: 'id number user_id',
  },
  {
    table: 'account_recovery',
    ...OF_USER,
    as: 'recoveries',
    shows: 'new_email can_undo state asked_at decided_at',
    hides: 'id user_id note asked_by decided_by answer',
  },
  {
    table: 'billing',
    as: 'billingDetails',
    whose: 'user_id',
    by: 'since',
    shows: 'since value',
    hides: 'user_id',
  },
  {
    table: 'second_factor',
    ...OF_USER,
    as: 'secondFactors',
    shows: 'kind name created_at used_at',
    hides: 'id user_id secret last_step credential_id public_key sign_count transports',
  },
  {
    table: 'session',
    ...OF_USER,
    as: 'signIns',
    shows: `
      user_agent address created_at refreshed_at proven_at confirmed_at expires_at ended_at
      end_reason`,
    hides: 'id user_id refresh_hash',
  },
  {
    table: 'past_session',
    ...OF_USER,
    as: 'signInsAroundPayments',
    shows: 'user_agent address created_at refreshed_at paid_at',
    hides: 'id user_id',
  },
  {
    table: 'issue',
    ...OF_USER,
    as: 'messages',
    shows: 'type message order_id status answer created_at updated_at',
    hides: 'id user_id is_read',
  },
  {
    table: 'api_key',
    ...OF_USER,
    as: 'apiKeys',
    shows: 'name hint is_main is_test scopes allowed_networks created_at last_used_at ended_at',
    hides: 'id user_id hash sealed',
  },
  {
    table: 'webhook_endpoint',
    ...OF_USER,
    as: 'webhooks',
    shows: `
      name url is_test types is_enabled disabled_for failures failing_since succeeded_at
      created_at updated_at`,
    hides: 'id user_id sealed old_sealed old_until warned_at rest_until leased_until',
  },
  {
    table: 'webhook_event',
    ...OF_USER,
    as: 'webhookEvents',
    by: 'created_at id',
    shows: 'type is_test data created_at',
    hides: 'id user_id subject_id version',
  },
]
