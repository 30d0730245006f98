// flood PORT SECONDS: sends TLS records without data, as fast as possible. No library does so by itself.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static double now(void) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return (double)moment.tv_sec + (double)moment.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(arguments[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL *ssl = SSL_new(context);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return 3;
    if (SSL_set_fd(ssl, descriptor) != 1 || SSL_connect(ssl) != 1) return 4;
    // Sends many records per call, so that the client needs less CPU time than the server.
    BIO *records = BIO_new(BIO_s_mem());
    SSL_set0_wbio(ssl, records);
    double end = now() + atof(arguments[2]);
    long sent = 0;
    while (now() < end) {
        for (int index = 0; index < 500; index++, sent++) {
            if (SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) != 1 || SSL_do_handshake(ssl) != 1) return 5;
        }
        char *bytes;
        long rest = BIO_get_mem_data(records, &bytes);
        while (rest > 0) {
            ssize_t taken = send(descriptor, bytes, (size_t)rest, MSG_NOSIGNAL);
            if (taken <= 0) return 6;
            bytes += taken;
            rest -= taken;
        }
        BIO_reset(records);
    }
    printf("%ld records\n", sent);
    return 0;
}
