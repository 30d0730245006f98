// OpenSSL 3 for Swift: its macros wrapped in functions.
#pragma once

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static inline int cairn_tls_set_versions(SSL_CTX *context, int lowest) {
    return SSL_CTX_set_min_proto_version(context, lowest);
}

static inline int cairn_tls_set_groups(SSL_CTX *context, const char *names) {
    return SSL_CTX_set1_groups_list(context, names);
}

// SSL_OP_IGNORE_UNEXPECTED_EOF: HTTP/1.1 frames its messages, so a missing close_notify loses no information.
static inline void cairn_tls_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                     SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
}

// Without SSL_OP_IGNORE_UNEXPECTED_EOF: a client does not know whether its protocol frames the messages.
static inline void cairn_tls_set_client_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}

// Without SSL_MODE_AUTO_RETRY, which is on by default: with it one call runs as long as a client sends records
// without data, and blocks all other connections of the loop.
static inline void cairn_tls_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(context, mode);
}

static inline long cairn_tls_set_cache_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void cairn_tls_set_server_name_callback(
    SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

// The kind of the key: EVP_PKEY_RSA, EVP_PKEY_EC or another one.
static inline int cairn_tls_key_kind(const SSL_CTX *context) {
    return EVP_PKEY_get_base_id(SSL_CTX_get0_privatekey(context));
}

static inline int cairn_tls_get_chain(SSL_CTX *context, STACK_OF(X509) **chain) {
    return (int)SSL_CTX_get0_chain_certs(context, chain);
}

static inline int cairn_tls_set_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

// Sets the value that `cairn_tls_get_owner` returns for the connections of this context.
static inline void cairn_tls_set_owner(SSL_CTX *context, void *owner) { SSL_CTX_set_app_data(context, owner); }

static inline void *cairn_tls_get_owner(const SSL *ssl) { return SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)); }

// Prepares to encrypt a new ticket, or to decrypt one: AES-256-CBC and HMAC-SHA-256, as RFC 5077 §4 recommends.
static inline int cairn_tls_begin_ticket(
    EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, const unsigned char *encryptionKey, const unsigned char *macKey,
    size_t macKeyCount, unsigned char *iv, int isNew) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)macKey, macKeyCount),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    if (isNew && RAND_bytes(iv, EVP_CIPHER_get_iv_length(EVP_aes_256_cbc())) != 1) return 0;
    return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, encryptionKey, iv, isNew) == 1 &&
           EVP_MAC_CTX_set_params(mac, parameters) == 1;
}
