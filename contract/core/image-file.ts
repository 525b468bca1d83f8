import { z } from 'zod'

/** A file in a multipart form. Its type is found by decoding it, not by its name. */
export const ImageFile = z.file('Please choose an image').min(1, 'This file is empty')
