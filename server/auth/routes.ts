import * as contract from '#contract/auth.ts'
import { implement } from '#server/http/implement.ts'
import { changePassword, deleteUser, sendOtp } from './account.ts'
import { google, startGoogle } from './google-sign-in.ts'
import { forgotPassword, login, loginOtp } from './log-in.ts'
import { sendEmailOtp, verifyOwnEmail } from './own-email.ts'
import { reauthenticate, reauthenticateByCode, sendReauthenticationCode } from './reauthenticate.ts'
import { logout, refreshToken } from './sessions.ts'
import { signup } from './sign-up.ts'
import { resetPassword, undoChange, verifyEmail, verifyPhone } from './verify.ts'

export const authRoutes = implement(contract, {
  signup,
  login,
  startGoogle,
  google,
  logout,
  refreshToken,
  forgotPassword,
  resetPassword,
  loginOtp,
  verifyEmail,
  verifyPhone,
  changePassword,
  sendOtp,
  sendEmailOtp,
  verifyOwnEmail,
  deleteUser,
  reauthenticate,
  sendReauthenticationCode,
  reauthenticateByCode,
  undoChange,
})
