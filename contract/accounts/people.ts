import { z } from 'zod'
import { required } from '#contract/core/fields.ts'

export const FullName = (missing: string) =>
  required(missing)
    .max(80, 'Full name can have at most 80 letters')
    .regex(/^[\p{L}\p{M} ]+$/u, 'Full name can only contain letters and spaces')

/** Addresses differ in case only by accident, so they are kept in lower case. */
export const Email = (missing: string) =>
  required(missing)
    .max(254, 'Invalid email address')
    .regex(/^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@.<>()",;:\\]+$/, 'Invalid email address')
    .toLowerCase()

export const INVALID_PHONE = 'Please enter a valid phone number'

/** Ten digits, without the country's +91. */
export const Phone = (missing: string, malformed: string) =>
  required(missing).regex(/^\d{10}$/, malformed)

const PASSWORD_MAX = 200

/** An existing password. It is compared character by character, so spaces at its ends count. */
export const KnownPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(PASSWORD_MAX, 'This password is too long')

/** A new password at sign-up and reset, where the specification requires classes of characters. */
export const NewPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, { error: missing, abort: true })
    .min(8, 'Password must be at least 8 characters long')
    .max(PASSWORD_MAX, 'This password is too long')
    .regex(/\d/, 'Password must contain at least one number')
    .regex(/[!@#$%^&*]/, 'Password must contain at least one special character')
    .regex(/[A-Z]/, 'Password must contain at least one uppercase letter')
    .regex(/[a-z]/, 'Password must contain at least one lowercase letter')

/** A new password on the account page, where the specification requires only a length. */
export const AccountPassword = z
  .string('Please enter a new password')
  .min(1, { error: 'Please enter a new password', abort: true })
  .min(6, 'Password must be at least 6 characters long')
  .max(PASSWORD_MAX, 'This password is too long')
