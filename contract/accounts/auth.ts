import { z } from 'zod'
import { endpoint, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import {
  AccountPassword,
  Email,
  FullName,
  INVALID_PHONE,
  KnownPassword,
  NewPassword,
  Phone,
} from './people.ts'
import { Tokens } from './sessions.ts'
import { required } from '#contract/core/fields.ts'

export const CODE_LENGTH = 4
export const RESEND_WAIT_SECONDS = 60

const ALL_REQUIRED = 'All fields are required'

const TokensByMail = Tokens.extend({
  /** The email was unverified before, so the password, phone and Google sign-in were removed. */
  isReclaimed: z.boolean(),
})

/** Identifies a sent code. It comes back with the code as `q`. */
const ChallengeToken = z.uuid('Please request a code first')

const Code = required('OTP is required').regex(/^\d{4}$/, `OTP must be ${CODE_LENGTH} digits long`)

export const signup = endpoint({
  method: 'POST',
  path: '/auth/signup',
  access: 'anyone',
  limit: 'sign-in',
  message: 'Signup successful',
  input: z.strictObject({
    fullName: FullName(ALL_REQUIRED),
    email: Email(ALL_REQUIRED),
    phone: Phone(ALL_REQUIRED, 'Phone number must be 10 digits'),
    password: NewPassword(ALL_REQUIRED),
    /** Without it, no newsletter is sent. */
    takesNews: z.boolean().exactOptional(),
  }),
  output: Tokens,
})

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  limit: 'sign-in',
  message: 'Login successful',
  input: z.strictObject({
    email: Email('Email is required'),
    password: KnownPassword,
  }),
  output: Tokens,
})

export const startGoogle = endpoint({
  method: 'GET',
  path: '/auth/google/start',
  access: 'anyone',
  limit: 'sign-in',
  message: '',
  input: NoInput,
  output: z.object({ url: z.string() }),
})

/** The page passes on the whole query string from Google. Only some of it is ours. */
export const google = endpoint({
  method: 'GET',
  path: '/auth/google',
  access: 'anyone',
  limit: 'sign-in',
  message: 'Login successful',
  input: z.looseObject({ code: required('Google login failed') }),
  output: Tokens,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  guests: true,
  message: 'Logout successful',
  input: NoInput,
  output: NoOutput,
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'anyone',
  message: '',
  input: z.strictObject({ refreshToken: z.string().max(500).exactOptional() }),
  output: Tokens,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'anyone',
  limit: 'sign-in',
  message: 'OTP sent successfully!',
  input: z.strictObject({ email: Email('Email is required') }),
  output: ChallengeToken,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'anyone',
  limit: 'sign-in',
  message: 'Your new password is set',
  input: z.strictObject({
    token: ChallengeToken,
    code: Code,
    newPassword: NewPassword('Please enter a new password'),
  }),
  output: TokensByMail,
})

export const loginOtp = endpoint({
  method: 'POST',
  path: '/auth/login-otp',
  access: 'anyone',
  limit: 'sign-in',
  message: 'OTP sent successfully!',
  input: z.strictObject({
    phone: Phone('Phone number is required', 'Phone number must be 10 digits long'),
  }),
  output: ChallengeToken,
})

const CodeAnswer = z.strictObject({ q: ChallengeToken, code: Code })

export const verifyEmail = endpoint({
  method: 'GET',
  path: '/auth/verify-email',
  access: 'anyone',
  limit: 'sign-in',
  message: 'Login successful',
  input: CodeAnswer,
  output: TokensByMail,
})

export const verifyPhone = endpoint({
  method: 'GET',
  path: '/auth/verify-phone',
  access: 'anyone',
  limit: 'sign-in',
  message: 'Phone number verified',
  input: CodeAnswer,
  output: Tokens,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/change-password',
  access: 'signed-in',
  limit: 'account',
  message: 'Your new password is set',
  input: z.strictObject({ newPassword: AccountPassword }),
  output: NoOutput,
})

export const sendOtp = endpoint({
  method: 'PUT',
  path: '/user/send-otp',
  access: 'signed-in',
  limit: 'account',
  message: 'OTP sent successfully!',
  input: z.strictObject({ phone: Phone(INVALID_PHONE, INVALID_PHONE) }),
  output: ChallengeToken,
})

/** Mails a code to the account's own email. Entering it in the same account verifies that email and nothing else. */
export const sendEmailOtp = endpoint({
  method: 'PUT',
  path: '/user/send-email-otp',
  access: 'signed-in',
  limit: 'account',
  message: 'OTP sent successfully!',
  input: NoInput,
  output: ChallengeToken,
})

export const verifyOwnEmail = endpoint({
  method: 'PUT',
  path: '/user/verify-email',
  access: 'signed-in',
  limit: 'account',
  message: 'Your email is verified',
  input: CodeAnswer,
  output: NoOutput,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'signed-in',
  limit: 'account',
  message: 'Your account is deleted',
  input: NoInput,
  output: NoOutput,
})

/** Confirms the password. For some minutes this session may then make changes that a stolen session must not make. */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/auth/reauthenticate',
  access: 'signed-in',
  limit: 'account',
  message: '',
  input: z.strictObject({ password: KnownPassword }),
  output: NoOutput,
})

/** Mails a code to confirm with, for accounts without a password. */
export const sendReauthenticationCode = endpoint({
  method: 'POST',
  path: '/auth/reauthenticate/send-code',
  access: 'signed-in',
  limit: 'account',
  message: 'OTP sent successfully!',
  input: NoInput,
  output: ChallengeToken,
})

export const reauthenticateByCode = endpoint({
  method: 'POST',
  path: '/auth/reauthenticate/code',
  access: 'signed-in',
  limit: 'account',
  message: '',
  input: CodeAnswer,
  output: NoOutput,
})

/** Undoes a change of email or phone, by the link in the mail about it. The link works once, for 7 days. */
export const undoChange = endpoint({
  method: 'POST',
  path: '/auth/undo-change',
  access: 'anyone',
  limit: 'sign-in',
  message: 'The change is undone. Set a new password now',
  input: z.strictObject({ token: z.string().trim().max(200) }),
  output: Tokens,
})
